/** Cleans up after every kind of end of a process, even SIGKILL. */
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * Removes `folder` when this process dies. The returned function removes the folder immediately.
 *
 * A child process waits until this process closes the pipe or dies. The child has its own session, so Ctrl-C
 * does not end it. After this process has died, the child stops the PostgreSQL server in the folder, if there
 * is one, and removes the folder. Signal handlers could not do this, because they cannot handle SIGKILL. They
 * would also change how the tested process handles signals.
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
