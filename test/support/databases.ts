import type { TestContext } from 'node:test'
import { systemRandom } from '../../src/lib/clock.ts'
import { createDatabase, type DatabaseOptions, dropDatabase } from './postgres-database.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

let ownServer: Promise<PostgresServer> | undefined

/**
 * The URL of a fresh database for one test, dropped after the other `after` hooks of the test.
 *
 * The server is that of the test run (`global-setup.ts`); a test file run by itself starts its own, which ends
 * with the process.
 */
export async function testDatabase(
  t: Pick<TestContext, 'after'>,
  options?: DatabaseOptions,
): Promise<string> {
  const serverUrl = await testServerUrl()
  const name = `test_${systemRandom(8).toString('hex')}`
  const url = await createDatabase(serverUrl, name, options)
  // Hooks run in the order of their registration, and one registered by a hook runs last: by then the hooks of
  // the test have closed their connections.
  t.after(() => t.after(() => dropDatabase(serverUrl, name)))
  return url
}

async function testServerUrl(): Promise<string> {
  const shared = process.env['TEST_POSTGRES_URL']
  if (shared !== undefined) return shared
  ownServer ??= startPostgres()
  return (await ownServer).url()
}
