/** Statements that are written unasked in a row, which need no `begin`. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import postgres from 'postgres'
import { failNext } from '../../../test/support/failing-command.ts'
import { testAddress, testStore } from '../../../test/support/stores.ts'
import { addEvent, addUnasked, eventsIn, raw } from '../../../test/support/tables.ts'
import { StoreUnavailable } from '../errors.ts'
import type { Autocommit, Reader } from '../store.ts'
import { WriteLeave } from './leave.ts'
import type { Link } from './link.ts'

const settings = raw(`select current_setting('default_transaction_read_only') as locked,
  current_setting('transaction_read_only') as here, current_setting('lock_timeout') as patience`)

async function settingsOf(reader: Pick<Reader, 'rows'>): Promise<string> {
  return Object.values((await reader.rows(settings, {}))[0] ?? {}).join()
}

const INSIDE = 'on,off,100ms'
const LEAVE = 'off,off,100ms'

/** A store that has long written alone, and how to end its writing session. */
async function bench(t: TestContext) {
  const address = await testAddress(t, 'postgres')
  const session = postgres(address.url, { max: 1, onnotice: () => {} })
  t.after(() => session.end())
  await session`do $$ begin
    execute format('alter database %I set default_transaction_isolation = %L', current_database(), 'repeatable read');
  end $$`
  const store = testStore(t, address)
  let id = 0n
  /** The settings of the transaction. */
  const ask = () =>
    store.write(async (tx) => {
      addEvent(tx, 1n)
      return settingsOf(tx)
    })
  const settle = async () => {
    for (let write = 0; write < 17; write += 1) await ask()
  }
  const unasked = async (of = settingsOf) => {
    let read = ''
    const optimistic = async (autocommit: Autocommit, ids: readonly bigint[], expected: bigint) => {
      // It is the only statement of its verb; this one is a transaction of its own.
      read = await of(autocommit)
      return addUnasked(autocommit, ids, expected)
    }
    id += 1n
    await store.writeGathered(() => Promise.reject(new Error('asked')), id, optimistic)
    return read
  }
  const end = () =>
    session`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'aviary writer' and datname = current_database()`
  await settle()
  return { store, ask, settle, unasked, end }
}

test('statements in a row need no begin; whatever else comes has one, and nothing writes without', async (t) => {
  const { store, ask, unasked } = await bench(t)
  const before = (await eventsIn(store)).length
  const reads: string[] = []
  // Two statements each.
  for (let write = 0; write < 5; write += 1) reads.push(await unasked())
  assert.deepEqual(reads, [INSIDE, INSIDE, LEAVE, LEAVE, LEAVE])
  assert.equal(await ask(), INSIDE)
  // Between others each has a begin again.
  for (let turn = 0; turn < 3; turn += 1) {
    assert.equal(await unasked(), INSIDE)
    assert.equal(await ask(), INSIDE)
  }
  assert.equal((await eventsIn(store)).length, before + 5 + 1 + 6)
})

test('a session that ends takes its leave along', async (t) => {
  const { ask, settle, unasked, end } = await bench(t)
  for (let write = 0; write < 5; write += 1) await unasked()
  await end()
  // It may be noticed by this one only.
  await ask().catch((error) => assert.ok(error instanceof StoreUnavailable))
  assert.equal(await ask(), INSIDE)
  await settle()
  assert.equal(await unasked(), INSIDE)
})

test('leave that cannot be taken back ends its session, and whoever waits is written in another one', async (t) => {
  const { store, ask, unasked } = await bench(t)
  for (let write = 0; write < 5; write += 1) await unasked()
  const before = (await eventsIn(store)).length
  const { failed } = failNext(t, /read_only = on/)
  assert.deepEqual(await Promise.all([ask(), ask()]), [INSIDE, 'on,off,5ms'])
  assert.ok(failed())
  assert.equal((await eventsIn(store)).length, before + 2)
})

test('leave that cannot be given: what came with it is asked for, and written', async (t) => {
  const { ask, unasked } = await bench(t)
  for (let write = 0; write < 2; write += 1) await unasked()
  const { failed } = failNext(t, /read_only = off/)
  await assert.rejects(unasked(), /asked/)
  assert.ok(failed())
  assert.equal(await ask(), INSIDE)
})

test('what the database says of isolation does not hold for statements with leave', async (t) => {
  const { unasked } = await bench(t)
  for (let write = 0; write < 3; write += 1) await unasked()
  const isolation = raw(`select current_setting('transaction_isolation') as is`)
  const read = await unasked(async (reader) => String((await reader.rows(isolation, {}))[0]?.['is']))
  assert.equal(read, 'read committed')
})

test('leave that could not be given or taken back is taken back before anything else is sent', async () => {
  const sent: string[] = []
  let fails = true
  const sql = {
    unsafe: async (text: string) => {
      sent.push(text)
      if (fails) throw new Error('cancelled')
      return []
    },
  }
  const link = { use: (work: (given: unknown) => Promise<unknown>) => work(sql) } as unknown as Link
  const leave = new WriteLeave(7)
  for (let count = 0; count < 4; count += 1) assert.equal(leave.isDue(link), false)
  assert.equal(leave.isDue(link), true)
  await assert.rejects(leave.give(link), /cancelled/)
  await assert.rejects(leave.take(link), /cancelled/)
  fails = false
  await leave.take(link)
  assert.match(sent[0] ?? '', /read_only = off.*lock_timeout = 7/)
  assert.match(sent.at(-1) ?? '', /read_only = on/)
  assert.deepEqual(sent.slice(1), [sent[1], sent[1]])
  await leave.take(link)
  assert.equal(sent.length, 3)
  // Another session has none.
  const other = { ...link } as Link
  for (let count = 0; count < 5; count += 1) leave.isDue(link)
  await leave.give(link)
  await leave.take(other)
  assert.equal(sent.length, 4)
})
