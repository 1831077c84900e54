import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES } from '../../test/support/engines.ts'
import { testAddress, testStore } from '../../test/support/stores.ts'
import { addEvent, addFact, factsIn } from '../../test/support/tables.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { StoreFull, StoreUnavailable } from '../db/errors.ts'
import { type Engine, query } from '../db/query.ts'
import type { Store, Tx } from '../db/store.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { type Consumer, type ConsumerServices, consume, forgetConsumer, retryEvent } from './consumer.ts'
import type { LoggedEvent } from './event.ts'
import { failedItems, requestRetry } from './failed-items.ts'
import { Failures } from './failures.ts'
import { Tail } from './tail.ts'
import { trimLog } from './trim.ts'

async function append(store: Store, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, index) => store.write(async (tx) => addEvent(tx, BigInt(index)))),
  )
}

/** Simulates a process that uses a database: a store, a tail, and the lines that were logged. */
async function processOver(t: TestContext, address: { url: string; file: string }, clock: Clock) {
  const store = testStore(t, address, { clock })
  const tail = await Tail.open(store, clock)
  t.after(() => tail.close())
  const logged: unknown[] = []
  const logger = { error: (entry: unknown) => logged.push(entry) } as ConsumerServices['logger']
  return { store, tail, clock, logger, logged }
}

async function bench(t: TestContext, engine: Engine = 'sqlite', clock: Clock = systemClock) {
  return processOver(t, await testAddress(t, engine), clock)
}

/** Runs a consumer up to the event at a position. @returns the positions of the events of each batch */
async function runUntil(services: ConsumerServices, consumer: Consumer, last: bigint): Promise<bigint[][]> {
  const stop = new AbortController()
  const batches: bigint[][] = []
  const note = (events: readonly LoggedEvent[]) => {
    batches.push(events.map((event) => event.position))
    if (events.at(-1)?.position === last) stop.abort()
  }
  await consume(
    services,
    {
      ...consumer,
      async deliver(events, signal) {
        await consumer.deliver?.(events, signal)
        note(events)
      },
    },
    stop.signal,
  )
  return batches
}

/** Writes a fact for each event; a second write would violate a constraint. */
async function applyOnce(tx: Tx, events: readonly LoggedEvent[]): Promise<void> {
  for (const event of events) await tx.run(addFact, { name: `event ${event.position}`, value: '' })
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => BigInt(from + index))

for (const engine of ENGINES) {
  test(`a consumer continues where it stopped, in order, from its oldest event (${engine})`, async (t) => {
    const services = await bench(t, engine)
    await append(services.store, 7)
    const consumer: Consumer = { name: 'c', begin: 'oldest', batch: 3, apply: applyOnce }
    assert.deepEqual(await runUntil(services, consumer, 7n), [range(1, 3), range(4, 6), [7n]])
    await append(services.store, 2)
    assert.deepEqual((await runUntil(services, consumer, 9n)).flat(), range(8, 9))
    assert.equal(Object.keys(await factsIn(services.store)).length, 9)
  })

  test(`when two processes run the same consumer, each batch is applied by only one of them (${engine})`, async (t) => {
    const address = await testAddress(t, engine)
    const processes = await Promise.all([
      processOver(t, address, systemClock),
      processOver(t, address, systemClock),
    ])
    const stop = new AbortController()
    const delivered = new Set<bigint>()
    const consumer: Consumer = {
      name: 'shared',
      begin: 'oldest',
      batch: 5,
      async deliver(events) {
        for (const event of events) delivered.add(event.position)
      },
      apply: applyOnce,
    }
    const running = processes.map((services) => consume(services, consumer, stop.signal))
    for (let turn = 0; turn < 10; turn++) {
      for (const { store } of processes) await append(store, 10)
    }
    const [{ store }] = processes
    await waitUntil(async () => Object.keys(await factsIn(store)).length >= 200)
    stop.abort()
    await Promise.all(running)
    assert.deepEqual(
      [...delivered].sort((a, b) => Number(a - b)),
      range(1, 200),
    )
    // A batch that was applied twice would have violated the constraint and logged an error.
    for (const { logged } of processes) assert.deepEqual(logged, [])
  })
}

/** A consumer that applies every event, except that events at the given positions throw an error. */
function failingAt(planted: ReadonlySet<bigint>, error = () => new TypeError('planted')): Consumer {
  return {
    name: 'c',
    begin: 'oldest',
    async apply(tx, events) {
      await applyOnce(tx, events)
      if (events.some(({ position }) => planted.has(position))) throw error()
    },
  }
}

for (const engine of ENGINES) {
  test(`one bad record never stops the others: events that fail by their own data are skipped once, even after a restart, and can be retried (${engine})`, async (t) => {
    const services = await bench(t, engine)
    const { store, clock, logger, logged } = services
    const counted: string[] = []
    const failures = new Failures({ store, clock, logger, count: (reader) => counted.push(reader) })
    await append(store, 20)
    const planted = new Set([1n, 7n, 8n, 20n])
    const stop = new AbortController()
    const running = consume({ ...services, failures }, failingAt(planted), stop.signal)
    const isApplied = (count: number) => async () => Object.keys(await factsIn(store)).length === count
    await waitUntil(isApplied(16))
    await waitUntil(async () => (await failedItems(store)).length === 4)
    stop.abort()
    await running
    const names = ['event 1', 'event 20', 'event 7', 'event 8']
    assert.deepEqual(
      (await failedItems(store)).map(({ reader, item, attempts, error }) => [reader, item, attempts, error]),
      names.map((item) => ['c', item, 1, 'TypeError: planted']),
    )
    assert.deepEqual(counted, ['c', 'c', 'c', 'c'])
    assert.equal(logged.length, 4, 'once each')

    // After a restart, skipped events are not repeated, and new events are applied.
    const again = new AbortController()
    const next = consume({ ...services, failures: new Failures(services) }, failingAt(planted), again.signal)
    await append(store, 1)
    await waitUntil(isApplied(17))
    again.abort()
    await next
    assert.equal(logged.length, 4)

    const other = new Failures({ store, clock, logger })
    other.onRetry(
      'c',
      retryEvent(services, () => failingAt(planted)),
    )
    const { signal } = new AbortController()
    await store.write((tx) => requestRetry(tx, { reader: 'c', item: 'event 7' }, 0))
    await other.retryAsked(signal)
    assert.deepEqual(
      (await failedItems(store, { item: 'event 7' })).map(({ attempts, isRetryRequested }) => [
        attempts,
        isRetryRequested,
      ]),
      [[2, false]],
    )
    planted.clear()
    await store.write((tx) => requestRetry(tx, {}, 0))
    await other.retryAsked(signal)
    assert.deepEqual(await failedItems(store), [])
    assert.equal(Object.keys(await factsIn(store)).length, 21)
  })
}

test('one bad record never stops the others: while the store fails, a consumer waits and records nothing', async (t) => {
  const services = await bench(t)
  const { store } = services
  await append(store, 3)
  const planted = new Set([2n])
  const stop = new AbortController()
  const running = consume(
    services,
    failingAt(planted, () => new StoreFull('no room')),
    stop.signal,
  )
  await waitUntil(async () => services.logged.length >= 2)
  assert.deepEqual(await factsIn(store), {})
  assert.deepEqual(await failedItems(store), [])
  planted.clear()
  await waitUntil(async () => Object.keys(await factsIn(store)).length === 3)
  stop.abort()
  await running
  assert.deepEqual(await failedItems(store), [])
})

test('a new consumer with begin: newest starts after the newest event', async (t) => {
  const services = await bench(t)
  await append(services.store, 4)
  const stop = new AbortController()
  const seen: bigint[] = []
  const running = consume(
    services,
    {
      name: 'c',
      begin: 'newest',
      async deliver(events) {
        seen.push(...events.map((event) => event.position))
        stop.abort()
      },
    },
    stop.signal,
  )
  await waitUntil(() => placeExists(services.store))
  await append(services.store, 1)
  await running
  assert.deepEqual(seen, [5n])
})

test('writes and position are atomic: a batch that fails half way stores nothing, and is repeated', async (t) => {
  const services = await bench(t)
  await append(services.store, 3)
  let failures = 0
  const delivered: bigint[][] = []
  const consumer: Consumer = {
    name: 'c',
    begin: 'oldest',
    async deliver(events) {
      delivered.push(events.map((event) => event.position))
    },
    async apply(tx, events) {
      await applyOnce(tx, events)
      if (failures++ === 0) throw new StoreUnavailable('half way')
    },
  }
  const stop = new AbortController()
  const running = consume(services, consumer, stop.signal)
  await waitUntil(() => delivered.length > 0)
  assert.deepEqual(await factsIn(services.store), {})
  await waitUntil(async () => Object.keys(await factsIn(services.store)).length >= 3)
  stop.abort()
  await running
  assert.deepEqual(delivered, [range(1, 3), range(1, 3)])
  assert.equal(services.logged.length, 1)
})

test('failures are logged and retried with growing delays of up to a minute; after a success the delays start again', async (t) => {
  const clock = new TestClock()
  const services = await bench(t, 'sqlite', clock)
  await append(services.store, 1)
  await services.tail.catchUp()
  let failing = true
  const tries: number[] = []
  const stop = new AbortController()
  /** Number of pending sleeps of the consumer. The clock is advanced only while the consumer sleeps. */
  let asleep = 0
  const after: Clock['after'] = (ms, task) => {
    asleep += 1
    const cancel = clock.after(ms, () => {
      asleep -= 1
      task()
    })
    return () => {
      if (asleep > 0) asleep -= 1
      cancel()
    }
  }
  const running = consume(
    {
      ...services,
      clock: {
        now: () => clock.now(),
        monotonic: () => clock.monotonic(),
        every: clock.every.bind(clock),
        after,
      },
    },
    {
      name: 'c',
      begin: 'oldest',
      async deliver() {
        tries.push(clock.now())
        if (failing) throw new StoreUnavailable('not now')
      },
    },
    stop.signal,
  )
  /** Advances the clock until the next attempt. */
  const nextTry = async () => {
    const before = tries.length
    while (tries.length === before) {
      await new Promise(setImmediate)
      if (asleep > 0) clock.advance(250)
    }
  }
  for (let attempt = 0; attempt < 11; attempt++) await nextTry()
  const waits = tries.slice(1).map((time, index) => time - (tries[index] ?? 0))
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  assert.equal(services.logged.length, 11)
  failing = false
  await nextTry()
  failing = true
  await append(services.store, 1)
  await nextTry()
  await nextTry()
  assert.equal((tries.at(-1) ?? 0) - (tries.at(-2) ?? 0), 250)
  stop.abort()
  await running
})

test('an aborted consumer stops while it waits for events, while it waits for the next attempt, and during deliver', async (t) => {
  const services = await bench(t)
  const waiting = new AbortController()
  const running = consume(services, { name: 'waits', begin: 'oldest' }, waiting.signal)
  await waitUntil(() => placeExists(services.store))
  waiting.abort()
  await running

  await append(services.store, 1)
  const failing = new AbortController()
  const deliver = async () => {
    setImmediate(() => failing.abort())
    throw new StoreUnavailable('no')
  }
  await consume(services, { name: 'fails', begin: 'oldest', deliver }, failing.signal)

  const slow = new AbortController()
  const leaveEarly = (_: unknown, signal: AbortSignal) => {
    setImmediate(() => slow.abort())
    return new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  await consume(services, { name: 'slow', begin: 'oldest', deliver: leaveEarly }, slow.signal)
  assert.equal(services.logged.length, 1)
})

test('the log is not trimmed beyond the position of the slowest consumer, until that consumer is deleted', async (t) => {
  const services = await bench(t)
  const { store, clock } = services
  await append(store, 10)
  const consumer: Consumer = { name: 'slow', begin: 'oldest', batch: 4 }
  await runUntil(services, { ...consumer, name: 'quick' }, 10n)
  await runUntil(services, consumer, 4n)
  assert.equal(await trimLog(store, clock, 7), 4)
  assert.equal(await trimLog(store, clock, 7), 0)
  assert.deepEqual((await runUntil(services, consumer, 8n)).flat(), range(5, 8))
  assert.equal(await trimLog(store, clock, 7), 4)
  assert.equal(await forgetConsumer(store, 'slow'), true)
  assert.equal(await forgetConsumer(store, 'slow'), false)
  assert.equal(await trimLog(store, clock, 7), 2)
  await append(store, 1)
  assert.deepEqual((await runUntil(services, { ...consumer, name: 'new' }, 11n)).flat(), [11n])
})

async function placeExists(store: Store): Promise<boolean> {
  return (await store.rows(places, {})).length > 0
}

const places = query()((k) => k.selectFrom('consumers').select('name'))
