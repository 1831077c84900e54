/**
 * Shared by all files of a test run: `node --test --test-global-setup=test/support/global-setup.ts`, or `npm test`.
 *
 * Temporary files are in memory where the system has such a file system, because tests would otherwise wait for the
 * disk at every commit. Processes find it by `TMPDIR`; an existing value is kept.
 *
 * One PostgreSQL server for the whole run, found by `TEST_POSTGRES_URL`. An existing value names a server to use, which
 * must allow creating databases.
 */
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { memoryFolder, type RunFolder } from './run-folder.ts'

let folder: RunFolder | undefined
let server: PostgresServer | undefined

/** Called by the test runner before the first test file. */
export async function globalSetup(): Promise<void> {
  if (process.env['TMPDIR'] === undefined) folder = await memoryFolder()
  if (process.env['TEST_POSTGRES_URL'] === undefined) {
    server = await startPostgres(folder === undefined ? {} : { parent: folder.path })
    process.env['TEST_POSTGRES_URL'] = server.url()
  }
  // Set last: the copies of PostgreSQL's programs outlive the run.
  if (folder !== undefined) process.env['TMPDIR'] = folder.path
}

/** Called by the test runner after the last test file. */
export async function globalTeardown(): Promise<void> {
  await server?.stop()
  await folder?.remove()
}
