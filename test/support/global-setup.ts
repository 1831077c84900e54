/**
 * Prepares a run of all test files: `node --test --test-global-setup=test/support/global-setup.ts`, or `npm
 * test`.
 *
 * Temporary files are in memory if the system has a file system in memory, because otherwise tests would wait
 * for the disk at every commit. The setup stores the path of the folder in the variable `TMPDIR`. If the
 * variable already has a value, the value is kept.
 *
 * The whole run has one PostgreSQL server. The setup stores the URL of the server in the variable
 * `TEST_POSTGRES_URL`. If the variable already has a value, the run uses that server. The user in the URL
 * must be allowed to create databases.
 */
import { type PostgresServer, startPostgres } from './databases/postgres-server.ts'
import { memoryFolder, type RunFolder } from './processes/run-folder.ts'

let folder: RunFolder | undefined
let server: PostgresServer | undefined

/** The test runner calls this function before the first test file. */
export async function globalSetup(): Promise<void> {
  if (process.env['TMPDIR'] === undefined) folder = await memoryFolder()
  if (process.env['TEST_POSTGRES_URL'] === undefined) {
    server = await startPostgres(folder === undefined ? {} : { parent: folder.path })
    process.env['TEST_POSTGRES_URL'] = server.url()
  }
  // This variable is set after PostgreSQL has started. Otherwise, the copies of PostgreSQL's programs would
  // be in the folder, which is removed after the run.
  if (folder !== undefined) process.env['TMPDIR'] = folder.path
}

/** The test runner calls this function after the last test file. */
export async function globalTeardown(): Promise<void> {
  await server?.stop()
  await folder?.remove()
}
