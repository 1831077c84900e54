import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { SILENT } from '../../../test/support/logged.ts'
import { storeContract } from '../../../test/support/store-contract/suite.ts'
import { testAddress, testStore } from '../../../test/support/stores.ts'
import { addFact, addFactAndEvent, changeFact, eventsIn, factsIn, raw } from '../../../test/support/tables.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { StoreCorrupt, StoreFull } from '../errors.ts'
import { openStore } from '../open.ts'
import { query } from '../query.ts'

storeContract('sqlite')

/** Waits for one turn of the event loop. A blocking wait in the store would prevent the turn. */
const turn = () => new Promise(setImmediate)

/** Opens a second connection, which acts like another process. */
function foreign(t: TestContext, file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 })
  t.after(() => db.close())
  return db
}

test('the write lock of another process does not block readers or the event loop', async (t) => {
  const address = await testAddress(t, 'sqlite')
  const clock = new TestClock()
  let busy = 0
  const store = testStore(t, address, { clock, observer: { busy: () => busy++ } })
  const other = foreign(t, address.file)
  other.exec("begin immediate; insert into facts values ('theirs', '')")
  // A wait inside the driver would block the event loop, so the second connection could not commit, and the write would
  // fail.
  const written = store.write((tx) => tx.run(addFact, { name: 'ours', value: '' }))
  let ticks = 0
  for (; ticks < 40; ticks++) {
    await turn()
    clock.advance(20)
    assert.deepEqual(await factsIn(store), {})
  }
  assert.ok(busy > 30, `it tried only ${busy} times`)
  other.exec('commit')
  await turn()
  clock.advance(20)
  await written
  assert.deepEqual(await factsIn(store), { ours: '', theirs: '' })
})

test('after 5 s of waiting for the lock every waiting command is refused with StoreBusy', async (t) => {
  const address = await testAddress(t, 'sqlite')
  const clock = new TestClock()
  const store = testStore(t, address, { clock })
  const other = foreign(t, address.file)
  other.exec('begin immediate')
  const settled: string[] = []
  const writes = ['a', 'b'].map((name) =>
    store.write((tx) => tx.run(addFact, { name, value: '' })).catch((error) => settled.push(error.name)),
  )
  const started = clock.now()
  while (settled.length === 0 && clock.now() - started < 6_000) {
    await turn()
    clock.advance(20)
  }
  await Promise.all(writes)
  assert.deepEqual(settled, ['StoreBusy', 'StoreBusy'])
  const waited = clock.now() - started
  assert.ok(waited >= 5_000 && waited <= 5_100, `waited ${waited} ms`)
  other.exec('rollback')
  await store.write((tx) => tx.run(addFact, { name: 'c', value: '' }))
  assert.deepEqual(await factsIn(store), { c: '' })
})

test('the version changes only with commits of other processes', async (t) => {
  const address = await testAddress(t, 'sqlite')
  const store = testStore(t, address)
  const { version } = store
  assert.equal(typeof version, 'number')
  await store.write((tx) => tx.run(addFact, { name: 'ours', value: '' }))
  assert.equal(store.version, version)
  await store.write(async () => assert.equal(store.version, undefined, 'in a transaction it is not known'))
  const other = foreign(t, address.file)
  other.exec("begin immediate; insert into facts values ('theirs', '')")
  assert.equal(store.version, version, 'what is not committed is not there')
  other.exec('commit')
  assert.notEqual(store.version, version)
  await store.close()
  assert.equal(store.version, undefined)
})

test('timers and sockets get turns during a continuous stream of commands', async (t) => {
  const store = testStore(t, await testAddress(t, 'sqlite'))
  await store.write((tx) => tx.run(addFact, { name: 'n', value: '' }))
  let turns = 0
  let stopped = false
  const count = () => {
    turns += 1
    if (!stopped) setImmediate(count)
  }
  setImmediate(count)
  for (let value = 0; value < 50; value++) {
    await store.write((tx) => tx.run(changeFact, { name: 'n', value: `${value}` }))
  }
  stopped = true
  assert.ok(turns >= 50, `${turns} turns during 50 groups`)
})

test('statements are cached by text and not prepared for every query', async (t) => {
  const store = testStore(t, await testAddress(t, 'sqlite'))
  const work = async (from: number) => {
    for (let value = from; value < from + 20; value++) {
      await store.write((tx) => addFactAndEvent(tx, BigInt(value)))
      await factsIn(store)
      await eventsIn(store)
    }
  }
  await work(0)
  const prepare = t.mock.method(DatabaseSync.prototype, 'prepare')
  const exec = t.mock.method(DatabaseSync.prototype, 'exec')
  await work(100)
  assert.equal(prepare.mock.callCount(), 0)
  assert.equal(exec.mock.callCount(), 0)
})

test('the statement cache is bounded, and an evicted statement works again', async (t) => {
  const store = testStore(t, await testAddress(t, 'sqlite'))
  await store.write((tx) => tx.run(addFact, { name: 'a', value: '' }))
  for (let number = 0; number < 600; number++) {
    const row = await store.first(
      query()(() => sql.raw<{ number: number }>(`select ${number} as number`)),
      {},
    )
    assert.equal(row?.number, number)
  }
  assert.deepEqual(await factsIn(store), { a: '' })
})

test('the observer gets the blocking time of each statement, including commits', async (t) => {
  const address = await testAddress(t, 'sqlite')
  let reading = 0
  const clock = { ...systemClock, monotonic: () => reading++ }
  const seen: { text: string; milliseconds: number }[] = []
  const observer = {
    statement: (milliseconds: number, text: string) => seen.push({ text, milliseconds }),
  }
  const store = testStore(t, address, { clock, observer })
  await store.write((tx) => tx.run(addFact, { name: 'a', value: '' }))
  await factsIn(store)
  const keywords = seen.map(({ text }) => text.split(' ')[0])
  assert.deepEqual(keywords, ['begin', 'insert', 'commit', 'select'])
  for (const { text, milliseconds } of seen) assert.equal(milliseconds, 1, text)
})

test('with a full disk every command of the group is refused and nothing is stored; later writes succeed when there is space', async (t) => {
  const address = await testAddress(t, 'sqlite')
  const store = testStore(t, address, { clock: new TestClock() })
  const pages = await store.write((tx) => tx.first(raw('pragma page_count'), {}))
  await store.write((tx) => tx.rows(raw(`pragma max_page_count = ${pages?.['page_count']}`), {}))
  const settled = await Promise.allSettled([
    store.write((tx) => addFactAndEvent(tx, 1n)),
    store.write((tx) => tx.run(addFact, { name: 'large', value: 'x'.repeat(1_000_000) })),
  ])
  for (const result of settled) assert.ok(result.status === 'rejected' && result.reason instanceof StoreFull)
  assert.deepEqual(await factsIn(store), {})
  assert.deepEqual(await eventsIn(store), [])
  await store.write((tx) => tx.rows(raw('pragma max_page_count = 100000'), {}))
  await store.write((tx) => addFactAndEvent(tx, 2n))
  assert.deepEqual(await factsIn(store), { 2: '' })
})

test('a file that is not a database causes StoreCorrupt, and a missing file cannot be opened', async (t) => {
  const file = join(await temporaryDirectory(t), 'not.sqlite')
  writeFileSync(file, 'this is a text file, and a long one: '.repeat(100))
  const options = {
    clock: systemClock,
    appendDrafts: async () => ({ head: 0n, stored: Promise.resolve() }),
    manner: 'server' as const,
    logger: SILENT,
  }
  assert.throws(() => openStore({ url: '', file }, options), StoreCorrupt)
  assert.throws(() => openStore({ url: '', file: `${file}/nowhere/x` }, options), {
    name: 'StoreUnavailable',
  })
})

test('the worker of a server runs checkpoints, and a CLI command runs checkpoints during its commits', async (t) => {
  for (const [manner, pages] of [
    ['server', 0],
    ['command', 1000],
  ] as const) {
    const store = testStore(t, await testAddress(t, 'sqlite'), { manner })
    const row = await store.write((tx) => tx.first(raw('pragma wal_autocheckpoint'), {}))
    assert.equal(row?.['wal_autocheckpoint'], pages, manner)
  }
})

test('in a server no statement on the event loop runs a checkpoint, and the worker reports the checkpoints', async (t) => {
  const address = await testAddress(t, 'sqlite')
  const clock = new TestClock()
  const texts = new Set<string>()
  const reports: number[] = []
  let reported = () => {}
  const store = testStore(t, address, {
    clock,
    observer: {
      statement: (_, text) => texts.add(text),
      checkpoint(pages) {
        reports.push(pages)
        reported()
      },
    },
  })
  const size = () => statSync(address.file).size
  const before = size()
  for (let number = 0; number < 8; number++) {
    await store.write((tx) => tx.run(addFact, { name: `${number}`, value: 'x'.repeat(1_000_000) }))
  }
  assert.equal(size(), before, 'nothing is copied by the commits themselves')
  const done = new Promise<void>((resolve) => {
    reported = resolve
  })
  clock.advance(250)
  await done
  assert.ok((reports[0] ?? 0) > 1_900, `${reports[0]} pages were copied`)
  assert.ok(size() >= 8_000_000)
  assert.deepEqual(
    [...texts].filter((text) => text.includes('checkpoint')),
    [],
  )
})
