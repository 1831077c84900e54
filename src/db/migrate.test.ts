import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testDatabase } from '../../test/support/databases/databases.ts'
import { ENGINES, temporaryDirectory } from '../../test/support/engines.ts'
import { slowTest } from '../../test/support/part.ts'
import { runProgram } from '../../test/support/programs/run.ts'
import { testAddress, testStore } from '../../test/support/stores.ts'
import { addFactAndEvent, factsIn, raw } from '../../test/support/tables.ts'
import { StoreRefused } from './errors.ts'
import { MIGRATIONS, migrate, requireMigrated } from './migrate.ts'
import type { DatabaseAddress } from './migration.ts'
import type { Engine } from './query.ts'
import { sqliteMigrator } from './sqlite/migrator.ts'
import type { Store } from './store.ts'

const NAMES = MIGRATIONS.map((migration) => migration.name)

/** Address of an installation without a database. */
async function emptyAddress(t: TestContext, engine: Engine): Promise<DatabaseAddress> {
  return engine === 'postgres'
    ? { url: await testDatabase(t), file: '' }
    : { url: '', file: join(await temporaryDirectory(t), 'new.sqlite') }
}

async function noted(store: Store): Promise<unknown[]> {
  const rows = await store.rows(raw('select name, applied_at from migrations order by name'), {})
  return rows.map((row) => ({ ...row }))
}

/** Adds a row for a migration that this program does not have. */
function addNewer(store: Store): Promise<number> {
  return store.write((tx) =>
    tx.run(raw("insert into migrations (name, applied_at) values ('9999-from-the-future', 0)"), {}),
  )
}

test('migrations have unique numbers and run in the order of the numbers', () => {
  const numbers = NAMES.map((name) => /^(\d{4})-/.exec(name)?.[1] ?? name)
  // Numbers may have gaps, because a reserved number may stay unused.
  assert.deepEqual(numbers, [...new Set(numbers)].toSorted())
  assert.equal(numbers[0], '0001')
})

for (const engine of ENGINES) {
  test(`a second migration changes nothing (${engine})`, async (t) => {
    const address = await emptyAddress(t, engine)
    assert.deepEqual(await migrate(address, 111), { applied: NAMES, version: NAMES.at(-1) })
    const store = testStore(t, address)
    await store.write((tx) => addFactAndEvent(tx, 1n))
    assert.deepEqual(await migrate(address, 222), { applied: [], version: NAMES.at(-1) })
    assert.deepEqual(
      await noted(store),
      NAMES.map((name) => ({ name, applied_at: 111 })),
    )
    assert.deepEqual(await factsIn(store), { 1: '' })
  })

  slowTest(`processes that migrate concurrently share the work, and none fails (${engine})`, async (t) => {
    const address = await emptyAddress(t, engine)
    const applied: string[] = []
    const running = Array.from({ length: 3 }, () => runProgram('migrate', address))
    for (const program of running) {
      const lines: string[] = []
      for await (const line of program.lines) lines.push(line)
      assert.equal(lines.length, 1)
      applied.push(...JSON.parse(lines[0] ?? ''))
    }
    assert.deepEqual(applied.sort(), NAMES)
    await requireMigrated(address)
  })

  test(`data of a newer program is refused with advice, and left unchanged (${engine})`, async (t) => {
    const address = await testAddress(t, engine)
    const store = testStore(t, address)
    await addNewer(store)
    const before = await noted(store)
    for (const start of [() => migrate(address, 5), () => requireMigrated(address)]) {
      await assert.rejects(start, (error: unknown) => {
        assert.ok(error instanceof StoreRefused)
        assert.match(error.message, /newer Aviary.*9999-from-the-future.*start the newer program/)
        return true
      })
    }
    assert.deepEqual(await noted(store), before)
  })

  test(`--no-migrate refuses a missing or older database, and changes nothing (${engine})`, async (t) => {
    const missing = await emptyAddress(t, engine)
    const refusal = /needs .*; run "aviary migrate"/
    await assert.rejects(requireMigrated(missing), refusal)
    if (engine === 'sqlite') assert.equal(existsSync(missing.file), false)
    const address = await testAddress(t, engine)
    await requireMigrated(address)
    const store = testStore(t, address)
    await store.write((tx) => tx.run(raw(`delete from migrations where name = '${NAMES.at(-1)}'`), {}))
    await assert.rejects(requireMigrated(address), refusal)
    assert.deepEqual((await noted(store)).length, NAMES.length - 1)
  })
}

test('a failed migration leaves neither changes nor a record', async (t) => {
  const address = await emptyAddress(t, 'sqlite')
  const migrator = sqliteMigrator(address.file)
  t.after(() => migrator.close())
  const half = {
    name: '0001-half',
    statements: () => ['create table first_half (id integer)', 'create table nonsense ('],
  }
  await assert.rejects(migrator.apply([half], 0))
  assert.deepEqual(await migrator.applied(), [])
  const whole = { name: '0001-half', statements: () => ['create table first_half (id integer)'] }
  assert.deepEqual(await migrator.apply([whole], 0), ['0001-half'])
})

test('the SQLite file and its companions can be read by their owner only', async (t) => {
  const address = await emptyAddress(t, 'sqlite')
  await migrate(address, 0)
  const store = testStore(t, address)
  await store.write((tx) => addFactAndEvent(tx, 1n))
  for (const suffix of ['', '-wal', '-shm']) {
    assert.equal(statSync(`${address.file}${suffix}`).mode & 0o777, 0o600, suffix)
  }
})

test('a PostgreSQL database that is not UTF8 is refused with advice', async (t) => {
  const address = { url: await testDatabase(t, { encoding: 'SQL_ASCII' }), file: '' }
  for (const start of [() => migrate(address, 0), () => requireMigrated(address)]) {
    await assert.rejects(start, (error: unknown) => {
      assert.ok(error instanceof StoreRefused)
      assert.match(
        error.message,
        /is encoded as SQL_ASCII and Aviary needs UTF8; create it with "create database … encoding 'UTF8'/,
      )
      return true
    })
  }
})

test('an unreachable PostgreSQL is unavailable', async () => {
  const address = { url: 'postgres://nobody@127.0.0.1:1/nothing', file: '' }
  await assert.rejects(migrate(address, 0), { name: 'StoreUnavailable' })
})
