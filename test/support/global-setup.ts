/**
 * What all files of a test run share: `node --test --test-global-setup=test/support/global-setup.ts`, or `npm test`.
 *
 * Temporary files lie in memory where the system has a file system there: what the tests wait for otherwise is the disk,
 * at every commit. The processes find it by `TMPDIR`, as every program does; one that is set already is left alone.
 *
 * One PostgreSQL for the whole run, which the processes find by `TEST_POSTGRES_URL`. When that is set already, the
 * server it names is used, which must allow creating databases.
 */
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { memoryFolder, type RunFolder } from './run-folder.ts'

let folder: RunFolder | undefined
let server: PostgresServer | undefined

/** Called by the test runner before the first test file starts. */
export async function globalSetup(): Promise<void> {
  if (process.env['TMPDIR'] === undefined) folder = await memoryFolder()
  if (process.env['TEST_POSTGRES_URL'] === undefined) {
    server = await startPostgres(folder === undefined ? {} : { parent: folder.path })
    process.env['TEST_POSTGRES_URL'] = server.url()
  }
  // Only now: what the programs of PostgreSQL are copied to outlives the run.
  if (folder !== undefined) process.env['TMPDIR'] = folder.path
}

/** Called by the test runner after the last test file has ended. */
export async function globalTeardown(): Promise<void> {
  await server?.stop()
  await folder?.remove()
}
