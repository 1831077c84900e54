import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TestClock } from '../../test/support/test-clock.ts'
import {
  firstSnowflakeAt,
  SNOWFLAKE_EPOCH_MS,
  Snowflakes,
  snowflakeTime,
  WORKER_COUNT,
  WorkerLeaseLost,
} from './snowflake.ts'

const START = Date.UTC(2020, 7, 12)
const FAR = START + 1_000_000_000

const worker = fc.integer({ min: 0, max: WORKER_COUNT - 1 })

/** What happens between ids: the clock moves, also backwards, and ids are asked for. */
const steps = fc.array(
  fc.record({ move: fc.integer({ min: -5_000, max: 5_000 }), ids: fc.integer({ min: 0, max: 40 }) }),
  { maxLength: 30 },
)

/** The milliseconds of an id, its worker and its sequence, by the spec's layout. */
function partsOf(id: bigint) {
  return {
    ms: Number(id >> 22n) + SNOWFLAKE_EPOCH_MS,
    worker: Number((id >> 12n) & 1023n),
    sequence: Number(id & 4095n),
  }
}

test('spec followers 3: ids only grow, whatever the clock does', () => {
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

test('spec followers 3: two leases never make the same id', () => {
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

test('spec followers 3: the time of an id is the time when it was made', () => {
  fc.assert(
    fc.property(worker, fc.integer({ min: 1, max: 10 ** 12 }), (number, later) => {
      const clock = new TestClock(START)
      const ids = new Snowflakes(clock, { worker: number, from: START, until: Number.MAX_SAFE_INTEGER })
      clock.set(START + later)
      assert.equal(snowflakeTime(ids.next()), START + later)
    }),
  )
})

test('spec followers 3: 41 bits of milliseconds since 2010-11-04T01:42:54.657Z, 10 of worker, 12 of sequence', () => {
  assert.equal(new Date(SNOWFLAKE_EPOCH_MS).toISOString(), '2010-11-04T01:42:54.657Z')
  const clock = new TestClock(START)
  const ids = new Snowflakes(clock, { worker: 1023, from: START, until: FAR })
  clock.set(START + 1)
  ids.next()
  assert.deepEqual(partsOf(ids.next()), { ms: START + 1, worker: 1023, sequence: 1 })
})

test('4,096 ids fit into a millisecond; more run ahead of the clock and stay in order', () => {
  const clock = new TestClock(START)
  const ids = new Snowflakes(clock, { worker: 5, from: START, until: FAR })
  clock.set(START + 1)
  const made = Array.from({ length: 3 * 4_096 }, () => ids.next())
  assert.equal(new Set(made).size, made.length)
  assert.deepEqual([...new Set(made.map(snowflakeTime))], [START + 1, START + 2, START + 3])
  assert.equal(ids.usedUntil, START + 3)
})

test('a generator begins after the millisecond in which its lease was taken, though the clock steps back', () => {
  const clock = new TestClock(START - 500)
  const ids = new Snowflakes(clock, { worker: 5, from: START, until: FAR })
  assert.equal(snowflakeTime(ids.next()), START + 1)
  ids.renew({ worker: 6, from: START + 70, until: FAR })
  assert.equal(snowflakeTime(ids.next()), START + 71)
})

test('a lease of another number goes on after the ids of the old one', () => {
  const clock = new TestClock(START)
  const ids = new Snowflakes(clock, { worker: 900, from: START, until: FAR })
  const before = ids.next()
  ids.renew({ worker: 3, from: START - 10, until: FAR })
  const after = ids.next()
  assert.ok(after > before)
  assert.equal(ids.worker, 3)
  assert.equal(partsOf(after).worker, 3)
})

test('no id is made at or after the end of the lease, not even ahead of the clock', () => {
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

test('firstSnowflakeAt is the border: ids of the moment and later lie at it or above, earlier ones below', () => {
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
