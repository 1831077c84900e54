/** Tidies up after a process however it ends, even by SIGKILL. */
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * Removes `folder` when this process dies; the function that is returned makes that happen now.
 *
 * It waits in a session of its own, out of reach of Ctrl-C, until this process closes the pipe or dies; then it
 * stops the PostgreSQL server whose data the folder has, if there is one, and removes the folder. Signal handlers could
 * not do as much, and would change how the process under test takes signals.
 */
export function startJanitor(folder: string): () => void {
  const script = `cat >/dev/null
    file=$1/data/postmaster.pid
    pid=$(head -n 1 "$file" 2>/dev/null)
    tries=0
    [ -n "$pid" ] && kill -QUIT "$pid" && while [ -e "$file" ] && kill -0 "$pid" && [ $tries -lt 100 ]; do
      sleep 0.1
      tries=$((tries + 1))
    done
    while ! rm -rf "$1" && [ $tries -lt 100 ]; do
      sleep 0.1
      tries=$((tries + 1))
    done`
  const janitor = spawn('sh', ['-c', script, 'janitor', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  janitor.unref()
  const pipe = janitor.stdin
  if (pipe instanceof Socket) pipe.unref()
  return () => pipe.end()
}
