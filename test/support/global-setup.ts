/**
 * One PostgreSQL for a whole test run: `node --test --test-global-setup=test/support/global-setup.ts`.
 *
 * The processes of the test files find it by the variable `TEST_POSTGRES_URL`. When that is set already, the
 * server it names is used, which must allow creating databases.
 */
import { type PostgresServer, startPostgres } from './postgres-server.ts'

let server: PostgresServer | undefined

/** Called by the test runner before the first test file starts. */
export async function globalSetup(): Promise<void> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return
  server = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = server.url()
}

/** Called by the test runner after the last test file has ended. */
export async function globalTeardown(): Promise<void> {
  await server?.stop()
}
