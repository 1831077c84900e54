import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { watchedStore } from '../../test/support/databases/watched-store.ts'
import { ENGINES } from '../../test/support/engines.ts'
import { testAddress, testCluster, testStore } from '../../test/support/stores.ts'
import { addEvent, raw } from '../../test/support/tables.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { StoreCorrupt, StoreUnavailable } from '../db/errors.ts'
import { type Engine, query } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import { must } from '../lib/assert.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { append as appendEvent } from './append.ts'
import type { LogEntry } from './event.ts'
import { PositionTooOld } from './read-table.ts'
import { checksumOf } from './record.ts'
import { Tail, type TailOptions } from './tail.ts'
import { trimLog } from './trim.ts'

const NEVER = new AbortController().signal

/** Appends `count` events, each with a separate command. */
async function append(store: Store, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, index) => store.write(async (tx) => addEvent(tx, BigInt(index)))),
  )
}

async function openTail(
  t: TestContext,
  store: Store,
  clock: Clock,
  options: TailOptions = {},
): Promise<Tail> {
  const tail = await Tail.open(store, clock, options)
  t.after(() => tail.close())
  return tail
}

/** A store with a log of `count` events, and a tail that was opened after them. */
async function bench(
  t: TestContext,
  count: number,
  options: TailOptions & { engine?: Engine; bells?: boolean } = {},
) {
  const clock = new TestClock()
  const address = await testAddress(t, options.engine ?? 'sqlite')
  const rings = options.bells ?? true
  const inner = testStore(t, address, { clock })
  const { store, reads } = watchedStore(inner, rings)
  await append(store, count)
  let wakes = 0
  const cluster = testCluster(t, inner, address)
  const counted: Pick<Cluster, 'subscribe'> = {
    subscribe: (topic, wake) =>
      cluster.subscribe(topic, (position) => {
        wakes += 1
        wake(position)
      }),
  }
  const tail = await openTail(t, store, clock, { ...options, ...(rings ? { cluster: counted } : {}) })
  // Subscribers are woken once when the connection begins to listen to PostgreSQL. This wake may come late, so the test
  // waits for it.
  if (store.engine === 'postgres' && rings) await waitUntil(() => wakes > 0)
  await tail.catchUp()
  reads.count = 0
  return { address, clock, store, reads, tail }
}

function positionsOf(events: readonly LogEntry[]): bigint[] {
  return events.map((event) => event.position)
}

function range(from: number, to: number): bigint[] {
  return Array.from({ length: to - from + 1 }, (_, index) => BigInt(from + index))
}

test('phase 1, backfill: events older than the ring are read from the table, in slices', async (t) => {
  const { reads, tail } = await bench(t, 50)
  assert.equal(tail.ringLength, 0)
  assert.deepEqual(positionsOf(await tail.readAfter(0n, 20)), range(1, 20))
  assert.deepEqual(positionsOf(await tail.readAfter(20n, 20)), range(21, 40))
  assert.deepEqual(positionsOf(await tail.readAfter(40n, 20)), range(41, 50))
  assert.equal(reads.count, 3)
})

test('phase 2, the ring: all readers share recent events without a query', async (t) => {
  const { store, reads, tail } = await bench(t, 10)
  await append(store, 30)
  await tail.catchUp()
  reads.count = 0
  const first = await tail.readAfter(10n, 100)
  assert.deepEqual(positionsOf(first), range(11, 40))
  for (let reader = 0; reader < 10; reader++) {
    assert.equal((await tail.readAfter(24n, 1))[0], first[14])
    assert.deepEqual(positionsOf(await tail.readAfter(35n, 3)), range(36, 38))
  }
  assert.equal(reads.count, 0)
})

test('bufferedAfter returns events that are in memory, and undefined for other events', async (t) => {
  const { store, reads, tail } = await bench(t, 10)
  await append(store, 5)
  await tail.catchUp()
  reads.count = 0
  assert.deepEqual(tail.bufferedAfter(12n, 2), await tail.readAfter(12n, 2))
  assert.deepEqual(positionsOf(tail.bufferedAfter(10n, 9) ?? []), range(11, 15))
  for (const position of [9n, 15n, 99n]) assert.equal(tail.bufferedAfter(position, 9), undefined)
  assert.equal(reads.count, 0)
  await tail.close()
  assert.equal(tail.bufferedAfter(12n, 2), undefined)
})

test('phase 3, the tip: a reader waits until there is an event', async (t) => {
  const { store, tail } = await bench(t, 5)
  assert.deepEqual(await tail.readAfter(5n, 10), [])
  assert.deepEqual(await tail.readAfter(99n, 10), [])
  let woken = 0
  const waiting = Array.from({ length: 3 }, () => tail.waitAfter(5n, NEVER).then(() => woken++))
  await tail.catchUp()
  assert.equal(woken, 0)
  await append(store, 1)
  await Promise.all(waiting)
  assert.deepEqual(positionsOf(await tail.readAfter(5n, 10)), [6n])
})

test('the ring is bounded', async (t) => {
  const { store, tail } = await bench(t, 0, { ringEvents: 64 })
  for (let turn = 0; turn < 40; turn++) {
    await append(store, 25)
    await tail.catchUp()
    assert.ok(tail.ringLength <= 80, `${tail.ringLength} events`)
  }
  assert.ok(tail.ringLength >= 64)
  assert.deepEqual(positionsOf(await tail.readAfter(0n, 2_000)), range(1, 1_000))
})

test('a lost notification delays events by a poll interval, but no event is lost', async (t) => {
  const { clock, store, tail } = await bench(t, 0, { bells: false })
  await append(store, 3)
  const arrived = tail.waitAfter(0n, NEVER)
  clock.advance(249)
  await new Promise(setImmediate)
  assert.equal(tail.head, 0n)
  clock.advance(1)
  await arrived
  assert.deepEqual(positionsOf(await tail.readAfter(0n, 10)), range(1, 3))
})

test('events that are appended while the tail is being opened are found without a notification', async (t) => {
  const clock = new TestClock()
  const inner = testStore(t, await testAddress(t, 'sqlite'), { clock })
  const { store } = watchedStore(inner, false)
  let isFirst = true
  const late: Store = {
    ...store,
    async first(query, parameters) {
      const row = await store.first(query, parameters)
      if (isFirst) {
        isFirst = false
        await append(inner, 2)
      }
      return row
    },
  }
  const tail = await openTail(t, late, clock)
  await tail.waitAfter(0n, NEVER)
  assert.deepEqual(positionsOf(await tail.readAfter(0n, 10)), range(1, 2))
})

test('an unreachable database is read again later, and catchUp throws', async (t) => {
  const clock = new TestClock()
  const { store } = watchedStore(testStore(t, await testAddress(t, 'sqlite'), { clock }), false)
  let reachable = true
  const shaky: Store = {
    ...store,
    rows: (query, parameters) =>
      reachable ? store.rows(query, parameters) : Promise.reject(new StoreUnavailable('away')),
  }
  const tail = await openTail(t, shaky, clock)
  await append(store, 2)
  reachable = false
  await assert.rejects(tail.catchUp(), StoreUnavailable)
  clock.advance(500)
  reachable = true
  await tail.catchUp()
  assert.deepEqual(positionsOf(await tail.readAfter(0n, 10)), range(1, 2))
})

test('a tail continues when events that it has not read were trimmed, and its readers get PositionTooOld', async (t) => {
  const clock = new TestClock()
  const address = await testAddress(t, 'sqlite')
  const { store } = watchedStore(testStore(t, address, { clock }), false)
  await append(store, 3)
  const tail = await openTail(t, store, clock)
  await tail.catchUp()
  const waiting = tail.waitAfter(3n, NEVER)
  await append(store, 5)
  assert.equal(await trimLog(store, clock, 7), 8)
  await tail.catchUp()
  await waiting
  await assert.rejects(tail.readAfter(3n, 5), PositionTooOld)
  await append(store, 1)
  await tail.catchUp()
  assert.deepEqual(positionsOf(await tail.readAfter(8n, 5)), [9n])
})

test('a missing event is StoreCorrupt, whether it is the first, a middle or the last event', async (t) => {
  const { store, clock } = await bench(t, 6)
  for (const position of [2, 4, 6]) {
    await store.write((tx) => tx.run(raw(`delete from events where position = ${position}`), {}))
  }
  const tail = await openTail(t, store, clock)
  await assert.rejects(tail.readAfter(1n, 1), StoreCorrupt)
  await assert.rejects(tail.readAfter(2n, 3), StoreCorrupt)
  await assert.rejects(tail.readAfter(5n, 1), StoreCorrupt)
  assert.deepEqual(positionsOf(await tail.readAfter(4n, 1)), [5n])
})

test('an event of a newer release is returned as unreadable, with advice', async (t) => {
  const { store, tail } = await bench(t, 0, { bells: false })
  await append(store, 1)
  const [row] = await store.rows(firstEvent, {})
  const checksum = checksumOf(1n, { ...must(row, 'an event'), kind: 'user.teleported' })
  await store.write((tx) =>
    tx.run(raw(`update events set kind = 'user.teleported', checksum = ${checksum}`), {}),
  )
  await tail.catchUp()
  const [event] = await tail.readAfter(0n, 1)
  assert.ok(event?.kind === 'unreadable')
  assert.match(event.reason, /newer Aviary \(user\.teleported\); start the newer program/)
})

test('an abort ends the wait and the loop of a reader', async (t) => {
  const { tail } = await bench(t, 3)
  const stop = new AbortController()
  const seen: bigint[] = []
  const following = (async () => {
    for await (const batch of tail.follow(0n, stop.signal)) seen.push(...positionsOf(batch))
  })()
  const waiting = tail.waitAfter(3n, stop.signal)
  await new Promise(setImmediate)
  stop.abort()
  await Promise.all([following, waiting])
  assert.deepEqual(seen, range(1, 3))
  await tail.waitAfter(3n, stop.signal)
})

const firstEvent = query()((k) => k.selectFrom('events').selectAll().limit(1))

for (const engine of ENGINES) {
  test(`events of own commits enter the ring without a read, and equal the events in the table, on ${engine}`, async (t) => {
    const { address, store, reads, tail } = await bench(t, 0, { engine })
    const event = {
      kind: 'user.state_changed' as const,
      user_id: 7n,
      action: 'withhold' as const,
      withheld_in_countries: ['DE'],
      reason: 'a "reason"',
    }
    await store.write(async (tx) => {
      appendEvent(tx, 1_000, event)
      appendEvent(tx, 1_001, { kind: 'user.followed', user_id: 2n ** 62n, followee_id: 8n })
      appendEvent(tx, 1_002, { kind: 'user.pinned', user_id: 7n, post_id: null })
    })
    // On PostgreSQL, the notification may come before the events enter the ring. In that case, one read of the table
    // returns them.
    if (engine === 'postgres') await tail.reach(3n)
    assert.equal(tail.head, 3n)
    const own = await tail.readAfter(0n, 10)
    assert.ok(reads.count <= (engine === 'sqlite' ? 0 : 2))
    const other = await openTail(t, testStore(t, address), systemClock)
    assert.deepEqual(own, await other.readAfter(0n, 10))
  })

  test(`own commits after commits of another process are read from the table, on ${engine}`, async (t) => {
    const { address, store, tail } = await bench(t, 1, { engine })
    const other = testStore(t, address)
    await other.write(async (tx) => addEvent(tx, 20n))
    await store.write(async (tx) => addEvent(tx, 21n))
    await tail.reach(3n)
    assert.deepEqual(positionsOf(await tail.readAfter(0n, 10)), range(1, 3))
  })
}

test('the age is measured from the start of the last complete poll, by the monotonic and the wall clock', async (t) => {
  const clock = new TestClock()
  const inner = testStore(t, await testAddress(t, 'sqlite'), { clock })
  const { store } = watchedStore(inner, false)
  let answer = Promise.withResolvers<void>()
  const slow: Store = {
    ...store,
    async first(query, parameters) {
      await answer.promise
      return store.first(query, parameters)
    },
  }
  answer.resolve()
  const tail = await openTail(t, slow, clock, { pollMs: 3_600_000 })
  await tail.catchUp()
  assert.equal(tail.ageMs, 0)
  clock.advance(700)
  assert.equal(tail.ageMs, 700)
  answer = Promise.withResolvers()
  const looked = tail.look()
  clock.advance(400)
  assert.equal(tail.ageMs, 1_100, 'a look that is under way has brought nothing yet')
  answer.resolve()
  await looked
  assert.equal(tail.ageMs, 400)
  // Simulates a machine that sleeps, by advancing only the wall clock.
  clock.step(60_000)
  assert.equal(tail.ageMs, 60_400)
  clock.step(-120_000)
  assert.equal(tail.ageMs, 59_600)
})

test('concurrent calls share a poll, and a call during a poll waits for the next poll', async (t) => {
  const clock = new TestClock()
  const { store } = watchedStore(testStore(t, await testAddress(t, 'sqlite'), { clock }), false)
  let heads = 0
  const counting: Store = {
    ...store,
    first(query, parameters) {
      heads += 1
      return store.first(query, parameters)
    },
  }
  const tail = await openTail(t, counting, clock)
  await tail.catchUp()
  heads = 0
  const first = tail.look()
  const later = [tail.catchUp(), tail.catchUp(), tail.catchUp()]
  await Promise.all([first, ...later])
  assert.equal(heads, 2)
})
