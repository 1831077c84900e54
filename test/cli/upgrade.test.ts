/**
 * Tests that this version upgrades, serves, verifies and restores data of version 0.1.0. The fixture is a
 * database with rows in every table. `fillDatabase` (test/support/databases/complete-database.ts) of version 0.1.0 made
 * the fixture. Do not make the fixture again.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { catalogOf } from '../../src/db/maintenance/catalog.ts'
import { MIGRATIONS } from '../../src/db/migrate.ts'
import { postgresMigrator } from '../../src/db/postgres/migrator.ts'
import type { Engine } from '../../src/db/query.ts'
import { startCli } from '../support/cli.ts'
import { ENGINES, emptyConfig, temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'

const KEY = 'ab'.repeat(32)
const FIXTURE = new URL('../fixtures/upgrade/0.1.0.sqlite.gz', import.meta.url)

/** The newest migration of version 0.1.0. */
const NEWEST = '0058-request-hours'

async function oldData(t: TestContext): Promise<string> {
  const data = join(await temporaryDirectory(t), 'data')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(data, 'aviary.sqlite'), gunzipSync(readFileSync(FIXTURE)), { mode: 0o600 })
  return data
}

const NAMES = MIGRATIONS.map(({ name }) => name)

/** Migrations of version 0.1.0. */
const OLD_NAMES = NAMES.slice(0, NAMES.indexOf(NEWEST) + 1)

/** A PostgreSQL database of version 0.1.0 with the rows of the fixture. */
async function oldDatabase(t: TestContext): Promise<string> {
  const { database } = await emptyConfig(t, 'postgres')
  const { migrations, tables } = catalogOf(OLD_NAMES)
  const migrator = postgresMigrator(database)
  await migrator.apply(migrations, 0)
  await migrator.close()
  const file = new DatabaseSync(join(await oldData(t), 'aviary.sqlite'), { readOnly: true })
  const sql = postgres(database, { max: 1, onnotice: () => undefined })
  try {
    // The tables are emptied before the copy, because migrations insert rows, such as the head of an empty
    // log.
    await sql.unsafe(`truncate ${tables.map(({ name }) => `"${name}"`).join()}`)
    for (const { name, columns } of tables) {
      const names = columns.map((column) => `"${column.name}"`).join()
      const statement = file.prepare(`select ${names} from "${name}"`)
      statement.setReadBigInts(true)
      const places = columns.map((_, index) => `$${index + 1}`).join()
      for (const row of statement.all()) {
        const values = columns.map((column) => row[column.name] ?? null)
        const texts = values.map((value) => (value === null ? null : String(value)))
        await sql.unsafe(`insert into "${name}" (${names}) values (${places})`, texts)
      }
    }
  } finally {
    file.close()
    await sql.end()
  }
  return database
}

/** Flags for commands that use a database of version 0.1.0. */
async function oldPlace(t: TestContext, engine: Engine): Promise<readonly string[]> {
  if (engine === 'sqlite') return ['--data', await oldData(t)]
  return ['--data', join(await temporaryDirectory(t), 'data'), '--database', await oldDatabase(t)]
}

async function json(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await runMain([...words, '--key', KEY, '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out) as Record<string, unknown>
}

for (const engine of ENGINES) {
  test(`the database of version 0.1.0 on ${engine} is upgraded, verified, and served`, async (t) => {
    const place = await oldPlace(t, engine)
    const { applied, schema_version } = await json('migrate', ...place)
    assert.deepEqual(applied, NAMES.slice(OLD_NAMES.length))
    assert.equal(schema_version, NAMES.at(-1))
    const { counts } = await json('verify', ...place)
    assert.ok(Object.values(counts as Record<string, number>).every((count) => count > 0))
    const server = startCli(t, ['serve', ...place, '--key', KEY, '--port', '0', '--ops-port', '0'])
    const [, url = ''] = await server.said(/Aviary serves (\S+)/)
    assert.equal((await fetch(`${url}/2/users/me`)).status, 401)
    server.kill('SIGTERM')
    assert.equal((await server.ended).code, 0)
  })

  test(`a backup of an upgraded database is restored on ${engine}`, async (t) => {
    const data = await oldData(t)
    await json('migrate', '--data', data)
    const archive = join(await temporaryDirectory(t), 'old.tar.gz')
    await json('backup', archive, '--data', data)
    const target = await emptyConfig(t, engine)
    const database = target.database === '' ? [] : ['--database', target.database]
    const place = ['--data', join(target.data, 'new'), ...database]
    await json('restore', archive, ...place)
    await json('verify', ...place)
  })
}
