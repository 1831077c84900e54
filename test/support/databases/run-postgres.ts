/**
 * Runs a PostgreSQL cluster in a process, for tests that must not import the program. The process writes the
 * URL of the superuser to standard output, and runs until its standard input ends.
 */
import { startPostgres } from './postgres-server.ts'

const server = await startPostgres()
process.stdout.write(`${server.url()}\n`)
process.stdin.resume().once('end', async () => {
  await server.stop()
  process.exit()
})
