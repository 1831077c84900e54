import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveHint, resolveLines } from './resolve.ts'
import { trustLines } from './trust.ts'

const HOSTS = ['api.example.org:8443', 'gnip-stream.example.org', 'api.example.org']

test('each host name resolves to its listener, with a hosts file and with curl', async () => {
  const local = { public: 'https://localhost:8443', stream: 'https://localhost:9443' }
  const hint = await resolveHint({ local, hosts: HOSTS }, '0.0.0.0')
  assert.deepEqual(hint.hosts, ['127.0.0.1 api.example.org', '127.0.0.1 gnip-stream.example.org'])
  assert.deepEqual(hint.curl_resolve, [
    '--resolve api.example.org:8443:127.0.0.1',
    '--resolve gnip-stream.example.org:9443:127.0.0.1',
  ])
  assert.deepEqual(hint.curl_connect_to, [
    '--connect-to api.example.org:443:127.0.0.1:8443',
    '--connect-to gnip-stream.example.org:443:127.0.0.1:9443',
  ])
  assert.match(hint.note ?? '', /--port 443/)
  for (const line of [...hint.hosts, ...hint.curl_resolve])
    assert.ok(resolveLines(hint).includes(`  ${line}`))
})

test('a server without configured host names gets the public names; IPv6 addresses are in brackets for curl', async () => {
  const { hosts, curl_resolve, note } = await resolveHint(
    { local: { public: 'https://localhost:443' }, hosts: [] },
    '::',
  )
  assert.ok(hosts.includes('::1 api.twitter.com') && hosts.includes('::1 gnip-stream.twitter.com'))
  assert.ok(curl_resolve.includes('--resolve upload.x.com:443:[::1]'))
  assert.equal(note, undefined)
})

test('without TLS, the note recommends --tls auto', async () => {
  const { note } = await resolveHint({ local: { public: 'http://localhost:80' }, hosts: [] }, '127.0.0.1')
  assert.match(note ?? '', /--tls auto/)
})

test('paths with spaces and quotes are quoted for a shell', () => {
  const files = { cert: '', key: '' }
  const lines = trustLines({ files, caFile: "/it's here/tls-ca.pem", names: [] })
  assert.ok(lines.includes("  Node      export NODE_EXTRA_CA_CERTS='/it'\\''s here/tls-ca.pem'"))
})
