import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { MIGRATIONS, migrate } from '../../../src/db/migrate.ts'
import { systemRandom } from '../../../src/lib/time/clock.ts'
import {
  createDatabase,
  type DatabaseOptions,
  databaseExists,
  databaseUrl,
  dropDatabase,
  renameDatabase,
} from './postgres-database.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

let ownServer: Promise<PostgresServer> | undefined
let template: Promise<string> | undefined

/**
 * Creates a new, empty database for one test and returns its URL. The database is dropped after all other
 * `after` hooks of the test.
 *
 * The database is on the PostgreSQL server of the test run (`global-setup.ts`). A test file that runs alone
 * starts its own server, which ends with the process.
 */
export async function testDatabase(
  t: Pick<TestContext, 'after'>,
  options?: DatabaseOptions,
): Promise<string> {
  const serverUrl = await testServerUrl()
  const name = `test_${systemRandom(8).toString('hex')}`
  const url = await createDatabase(serverUrl, name, options)
  // Hooks run in the order of registration, and a hook that is registered inside a hook runs last. At that
  // time, the test has closed its connections.
  t.after(() => t.after(() => dropDatabase(serverUrl, name)))
  return url
}

/**
 * Like {@link testDatabase}, but the database has all tables, without rows. The database is a copy, because a
 * copy takes a tenth of the time of a migration.
 */
export async function migratedTestDatabase(t: Pick<TestContext, 'after'>): Promise<string> {
  template ??= migratedTemplate(await testServerUrl())
  const url = await testDatabase(t, { template: await template })
  migratedCopies.add(url)
  return url
}

/** URLs of databases that have had all tables from the beginning. */
const migratedCopies = new Set<string>()

/** True for a database of {@link migratedTestDatabase}. */
export function isMigratedCopy(url: string): boolean {
  return migratedCopies.has(url)
}

/**
 * Name of a fully migrated database of the server, created once for all processes. The name contains a hash
 * of the migrations. The database gets its name only when it is complete.
 */
async function migratedTemplate(serverUrl: string): Promise<string> {
  const name = `aviary_template_${fingerprint()}`
  if (await databaseExists(serverUrl, name)) return name
  const partial = `${name}_${systemRandom(8).toString('hex')}`
  await createDatabase(serverUrl, partial)
  await migrate({ url: databaseUrl(serverUrl, partial), file: '' }, 0)
  await renameDatabase(serverUrl, partial, name).catch(async (error: unknown) => {
    await dropDatabase(serverUrl, partial)
    if (!(await databaseExists(serverUrl, name))) throw error
  })
  return name
}

function fingerprint(): string {
  const types = { int64: 'bigint', clustered: '' }
  const text = MIGRATIONS.map((migration) => [
    migration.name,
    migration.statements(types),
    migration.postgresStatements ?? [],
  ])
  return createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16)
}

async function testServerUrl(): Promise<string> {
  const shared = process.env['TEST_POSTGRES_URL']
  if (shared !== undefined) return shared
  ownServer ??= startPostgres()
  return (await ownServer).url()
}
