/**
 * Setup for all files of a test run: `node --test --test-global-setup=test/support/global-setup.ts`, or `npm
 * test`.
 *
 * Temporary files are in memory if the system has a file system in memory, because tests would otherwise wait
 * for the disk at every commit. The variable `TMPDIR` names the folder. An existing value is kept.
 *
 * The whole run has one PostgreSQL server. The variable `TEST_POSTGRES_URL` has its URL. An existing value
 * names a server to use. Its user must be allowed to create databases.
 */
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { memoryFolder, type RunFolder } from './run-folder.ts'

let folder: RunFolder | undefined
let server: PostgresServer | undefined

/** The test runner calls this function before the first test file. */
export async function globalSetup(): Promise<void> {
  if (process.env['TMPDIR'] === undefined) folder = await memoryFolder()
  if (process.env['TEST_POSTGRES_URL'] === undefined) {
    server = await startPostgres(folder === undefined ? {} : { parent: folder.path })
    process.env['TEST_POSTGRES_URL'] = server.url()
  }
  // This variable is set last, because the copies of PostgreSQL's programs must stay after the run.
  if (folder !== undefined) process.env['TMPDIR'] = folder.path
}

/** The test runner calls this function after the last test file. */
export async function globalTeardown(): Promise<void> {
  await server?.stop()
  await folder?.remove()
}
