import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import {
  firstSnowflakeAt,
  MAX_AHEAD_MS,
  SNOWFLAKE_EPOCH_MS,
  Snowflakes,
  snowflakeTime,
  WORKER_COUNT,
  WorkerLeaseLost,
} from './snowflake.ts'

const START = Date.UTC(2020, 7, 12)
const FAR = START + 1_000_000_000

const worker = fc.integer({ min: 0, max: WORKER_COUNT - 1 })

const moves = (max: number) =>
  fc.array(fc.record({ move: fc.integer({ min: -max, max: 5_000 }), ids: fc.integer({ min: 0, max: 40 }) }), {
    maxLength: 30,
  })

/** Steps between two ids: the clock moves, sometimes slightly backwards, and ids are requested. */
const steps = moves(Math.floor(MAX_AHEAD_MS / 30))

/** Milliseconds, worker and sequence of an id, in the layout of the specification. */
function partsOf(id: bigint) {
  return {
    ms: Number(id >> 22n) + SNOWFLAKE_EPOCH_MS,
    worker: Number((id >> 12n) & 1023n),
    sequence: Number(id & 4095n),
  }
}

test('ids always increase, with any clock', () => {
  fc.assert(
    fc.property(worker, steps, (number, moves) => {
      const clock = new TestClock(START)
      const ids = new Snowflakes(clock, { worker: number, from: START, until: FAR })
      let last = 0n
      for (const { move, ids: count } of moves) {
        clock.set(clock.now() + move)
        for (let index = 0; index < count; index++) {
          const id = ids.next()
          assert.ok(id > last)
          assert.equal(partsOf(id).worker, number)
          last = id
        }
      }
    }),
  )
})

test('two leases never make the same id', () => {
  fc.assert(
    fc.property(fc.uniqueArray(worker, { minLength: 2, maxLength: 2 }), steps, (numbers, moves) => {
      const clock = new TestClock(START)
      const makers = numbers.map(
        (number) => new Snowflakes(clock, { worker: number, from: START, until: FAR }),
      )
      const seen = new Set<bigint>()
      let made = 0
      for (const { move, ids } of moves) {
        clock.set(clock.now() + move)
        for (const maker of makers) {
          for (let index = 0; index < ids; index++, made++) seen.add(maker.next())
        }
      }
      assert.equal(seen.size, made)
    }),
  )
})

test('an id contains the time when it was made', () => {
  fc.assert(
    fc.property(worker, fc.integer({ min: 1, max: 10 ** 12 }), (number, later) => {
      const clock = new TestClock(START)
      const ids = new Snowflakes(clock, { worker: number, from: START, until: Number.MAX_SAFE_INTEGER })
      clock.set(START + later)
      assert.equal(snowflakeTime(ids.next()), START + later)
    }),
  )
})

test('an id has 41 bits of milliseconds since 2010-11-04T01:42:54.657Z, 10 of worker and 12 of sequence', () => {
  assert.equal(new Date(SNOWFLAKE_EPOCH_MS).toISOString(), '2010-11-04T01:42:54.657Z')
  const clock = new TestClock(START)
  const ids = new Snowflakes(clock, { worker: 1023, from: START, until: FAR })
  clock.set(START + 1)
  ids.next()
  assert.deepEqual(partsOf(ids.next()), { ms: START + 1, worker: 1023, sequence: 1 })
})

test('ids are at most MAX_AHEAD_MS ahead of the clock, and never repeat, with any clock', async () => {
  await fc.assert(
    fc.asyncProperty(moves(3_000_000), async (list) => {
      const clock = new TestClock(START)
      // Another process may take this number after the end of the lease in the table.
      const reserved = new Map<number, number>()
      const lease = () => {
        const from = clock.now()
        const free = Array.from({ length: WORKER_COUNT }, (_, number) => number)
        const next = free.find((number) => (reserved.get(number) ?? 0) < from)
        assert.ok(next !== undefined)
        reserved.set(next, from + 60_000)
        return { worker: next, from, until: from + 60_000 }
      }
      const ids = new Snowflakes(clock, lease(), async () => ids.renew(lease()))
      const seen = new Set<bigint>()
      let made = 0
      for (const { move, ids: count } of list) {
        clock.set(clock.now() + move)
        for (let index = 0; index < count; index += 1, made += 1) {
          const id = await ids.make()
          assert.ok(snowflakeTime(id) - clock.now() <= MAX_AHEAD_MS)
          assert.ok(snowflakeTime(id) >= clock.now())
          seen.add(id)
        }
      }
      assert.equal(seen.size, made)
    }),
  )
})

test('an id waits for a renewal only when the lease is invalid; a renewal without effect is not retried endlessly', async () => {
  const clock = new TestClock(START)
  let renewals = 0
  const ids = new Snowflakes(clock, { worker: 0, from: START, until: START + 60_000 }, async () => {
    renewals += 1
  })
  assert.equal(typeof ids.make(), 'bigint')
  clock.set(START + 60_000)
  await assert.rejects(async () => ids.make(), WorkerLeaseLost)
  assert.equal(renewals, 3)
  clock.set(START + 1)
  assert.equal(typeof ids.make(), 'bigint')
  assert.equal(renewals, 3)
})

test('when ids are too far ahead of the clock, another worker number is needed, and its ids begin at the clock', () => {
  const clock = new TestClock(START)
  const ids = new Snowflakes(clock, { worker: 0, from: START, until: FAR })
  clock.set(START + 600_000)
  const ahead = ids.next()
  clock.set(START + 600_000 - MAX_AHEAD_MS)
  assert.ok(ids.next() > ahead)
  assert.equal(ids.isFarAheadOf(clock.now()), false)
  clock.set(START + 600_000 - MAX_AHEAD_MS - 1)
  assert.equal(ids.isFarAheadOf(clock.now()), true)
  assert.throws(() => ids.next(), WorkerLeaseLost)
  ids.renew({ worker: 1, from: clock.now(), until: FAR })
  assert.deepEqual(partsOf(ids.next()), { ms: clock.now() + 1, worker: 1, sequence: 0 })
})

test('a millisecond has 4,096 ids; further ids are ahead of the clock and stay in order', () => {
  const clock = new TestClock(START)
  const ids = new Snowflakes(clock, { worker: 5, from: START, until: FAR })
  clock.set(START + 1)
  const made = Array.from({ length: 3 * 4_096 }, () => ids.next())
  assert.equal(new Set(made).size, made.length)
  assert.deepEqual([...new Set(made.map(snowflakeTime))], [START + 1, START + 2, START + 3])
  assert.equal(ids.usedUntil, START + 3)
})

test('the first id of a generator has the millisecond after the start of its lease, even if the clock steps back', () => {
  const clock = new TestClock(START - 500)
  const ids = new Snowflakes(clock, { worker: 5, from: START, until: FAR })
  assert.equal(snowflakeTime(ids.next()), START + 1)
  ids.renew({ worker: 6, from: START + 70, until: FAR })
  assert.equal(snowflakeTime(ids.next()), START + 71)
})

test('a lease of another number continues after the ids of the old number', () => {
  const clock = new TestClock(START)
  const ids = new Snowflakes(clock, { worker: 900, from: START, until: FAR })
  const before = ids.next()
  ids.renew({ worker: 3, from: START - 10, until: FAR })
  const after = ids.next()
  assert.ok(after > before)
  assert.equal(ids.worker, 3)
  assert.equal(partsOf(after).worker, 3)
})

test('no id is made at or after the end of the lease, even if ids are ahead of the clock', () => {
  const clock = new TestClock(START)
  const ids = new Snowflakes(clock, { worker: 0, from: START, until: START + 3 })
  clock.set(START + 2)
  for (let index = 0; index < 4_096; index++) ids.next()
  assert.throws(() => ids.next(), WorkerLeaseLost)
  clock.set(START + 10)
  assert.throws(() => ids.next(), WorkerLeaseLost)
  ids.renew({ worker: 0, from: START, until: START + 20 })
  assert.equal(snowflakeTime(ids.next()), START + 10)
})

test('firstSnowflakeAt returns an id above all earlier ids and not above ids of that time', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (id) => {
      const ms = snowflakeTime(id)
      assert.ok(firstSnowflakeAt(ms) <= id)
      assert.ok(firstSnowflakeAt(ms + 1) > id)
    }),
  )
  assert.equal(firstSnowflakeAt(0), 0n)
  assert.equal(firstSnowflakeAt(SNOWFLAKE_EPOCH_MS), 0n)
})
