import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchedStore } from '../../test/support/databases/watched-store.ts'
import { byPart, slowOnPostgres } from '../../test/support/part.ts'
import type { AppendOrder } from '../../test/support/programs/append-events.ts'
import { runProgram } from '../../test/support/programs/run.ts'
import { testAddress, testCluster, testStore } from '../../test/support/stores.ts'
import { addEvent } from '../../test/support/tables.ts'
import type { Engine } from '../db/query.ts'
import { must } from '../lib/assert.ts'
import { systemClock } from '../lib/time/clock.ts'
import { Tail } from './tail.ts'

/** The poll interval is so long that only a signal can have woken the reader. */
const NO_POLL = { pollMs: 3_600_000 }

const NEVER = new AbortController().signal

test('an append of the same process wakes a reader immediately', async (t) => {
  const store = testStore(t, await testAddress(t, 'sqlite'))
  const tail = await Tail.open(store, systemClock, NO_POLL)
  t.after(() => tail.close())
  await tail.catchUp()
  await store.write(async (tx) => addEvent(tx, 1n))
  await tail.waitAfter(0n, NEVER)
  assert.equal(tail.head, 1n)
})

const COUNT = byPart(100, 500)

const FOREIGN: Readonly<Record<Engine, string>> = {
  sqlite: 'data_version of the SQLite file',
  postgres: 'NOTIFY of PostgreSQL',
}

for (const engine of ['sqlite', 'postgres'] as const) {
  // The fast part has the next test for PostgreSQL.
  const test = slowOnPostgres(engine)
  test(`appends of another process wake a reader by the ${FOREIGN[engine]}`, async (t) => {
    const address = await testAddress(t, engine)
    const store = testStore(t, address)
    const cluster = testCluster(t, store, address)
    const tail = await Tail.open(store, systemClock, { ...NO_POLL, cluster })
    t.after(() => tail.close())
    const order: AppendOrder = { ...address, writer: 7, from: 1, count: COUNT }
    const program = runProgram('append-events', order)
    const stop = new AbortController()
    let seen = 0n
    for await (const batch of tail.follow(0n, stop.signal)) {
      for (const event of batch) {
        assert.equal(event.position, seen + 1n)
        seen = event.position
      }
      if (seen === BigInt(COUNT)) stop.abort()
    }
    const printed: string[] = []
    for await (const line of program.lines) printed.push(line)
    assert.equal(printed.length, COUNT)
  })
}

test('on PostgreSQL two processes notify each other, and no process reads from the table what it has written', async (t) => {
  const address = await testAddress(t, 'postgres')
  const stores = [testStore(t, address), testStore(t, address)] as const
  const watched = stores.map((store) => watchedStore(store))
  const clusters = stores.map((store) => testCluster(t, store, address))
  const tails = await Promise.all(
    watched.map(({ store }, index) =>
      Tail.open(store, systemClock, { ...NO_POLL, cluster: must(clusters[index], 'a cluster') }),
    ),
  )
  t.after(() => Promise.all(tails.map((tail) => tail.close())))
  for (let position = 1n; position <= 20n; position++) {
    await stores[Number(position % 2n) as 0 | 1].write(async (tx) => addEvent(tx, position))
    await Promise.all(tails.map((tail) => tail.waitAfter(position - 1n, NEVER)))
  }
  assert.deepEqual(
    tails.map((tail) => tail.head),
    [20n, 20n],
  )
  for (const { reads } of watched) assert.ok(reads.count <= 30, `${reads.count} reads for 20 events`)
})
