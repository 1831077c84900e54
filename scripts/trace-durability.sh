#!/usr/bin/env bash
# Shows, by tracing the system calls of a server on SQLite, that a write is synced before it is answered: it asks
# for an OAuth request token, which is a new row, and prints the calls from the write of the log to the answer.
# Ends with 1 when the order is another. Needs strace, curl and an installed checkout; nothing of it is kept.
#
#   scripts/trace-durability.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
command -v strace >/dev/null || { echo 'strace is missing; on Debian: apt-get install strace' >&2; exit 1; }

work=$(mktemp -d)
server=
stop() {
  # The tracer leaves its child alone when it is told to end, and ends with it.
  [ -z "$server" ] || kill $(cat "/proc/$server/task/$server/children") 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT

node bin/aviary.js user create tracer --data "$work/data" --json >/dev/null
app=$(node bin/aviary.js app create Tracer --owner tracer --permissions read --data "$work/data" --json)

# Only the main thread, which is the one that writes, syncs and answers.
strace -yy -s 4096 -e trace=pwrite64,fsync,fdatasync,write,writev,sendto,sendmsg -o "$work/trace" \
  node bin/aviary.js serve --port 0 --ops-port 0 --data "$work/data" >"$work/log" 2>&1 &
server=$!
until url=$(grep -o 'http://localhost:[0-9]*' "$work/log" 2>/dev/null); do
  kill -0 "$server" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
  sleep 0.2
done
url=${url%%$'\n'*}

header=$(node --input-type=module -e '
  import { createHmac } from "node:crypto"
  import OAuth from "oauth-1.0a"
  const [app, url] = process.argv.slice(1)
  const { consumer_key: key, consumer_secret: secret } = JSON.parse(app)
  const oauth = new OAuth({
    consumer: { key, secret },
    signature_method: "HMAC-SHA1",
    hash_function: (text, by) => createHmac("sha1", by).update(text).digest("base64"),
  })
  const data = { oauth_callback: "oob" }
  console.log(oauth.toHeader(oauth.authorize({ url, method: "POST", data })).Authorization)
' "$app" "$url/oauth/request_token")
curl --silent --fail --request POST --header "Authorization: $header" "$url/oauth/request_token" >"$work/answer"
token=$(sed -n 's/^oauth_token=\([^&]*\).*/\1/p' "$work/answer")

answer=$(grep -n "oauth_token=$token" "$work/trace" | head -n 1 | cut -d : -f 1)
written=$(head -n "$answer" "$work/trace" | grep -n 'pwrite64(.*-wal>' | tail -n 1 | cut -d : -f 1 || true)
synced=$(head -n "$answer" "$work/trace" | grep -n 'f\(data\)\?sync(.*-wal>) *= 0' | tail -n 1 | cut -d : -f 1 || true)
if [ "${written:-0}" -eq 0 ] || [ "${synced:-0}" -le "$written" ]; then
  echo 'the request was answered before the log was synced' >&2
  exit 1
fi
first=$(head -n "$written" "$work/trace" | grep -n -v 'pwrite64(.*-wal>' | tail -n 1 | cut -d : -f 1)

sed -n "$((first + 1)),${answer}p" "$work/trace" |
  grep 'pwrite64(.*-wal>\|sync(\|oauth_token=' |
  sed "s|$work/||; s|, \".*\"\.*, \([0-9]*\), |, …, \1, |; s|\(HTTP/1.1 [0-9]*\).*\(oauth_token=...\).*|\1 … \2…|"
echo 'the log was written, then synced, then the request was answered'
