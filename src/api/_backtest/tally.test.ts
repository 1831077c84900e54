import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { bySecond, hoursOf } from '../../../test/support/streams/week-of-posts.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import { figuresOf } from './figures.ts'
import { HOUR_MS, HOURS } from './span.ts'
import { Tally } from './tally.ts'

const END = Date.UTC(2020, 7, 12, 11)
const START = END - HOURS * HOUR_MS

/** Times in at most six different seconds, so that many times are in one second. */
const MOMENTS = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 999 })), { maxLength: 40 })
  .map((pairs) => pairs.map(([second, ms]) => START + second * 1_777_000 + ms))

test('the hours, the peak and the dropped posts equal a simple count by second', () => {
  fc.assert(
    fc.property(MOMENTS, fc.integer({ min: 1, max: 5 }), (moments, max) => {
      const ids = moments
        .toSorted((a, b) => b - a)
        .map((at, index) => firstSnowflakeAt(at) - BigInt(index) + 100n)
      const tally = new Tally(END, max)
      for (const id of ids) tally.take(id)
      const counts = [...bySecond(ids).values()]
      assert.deepEqual(
        tally.hours.map(({ matched }) => matched),
        hoursOf(ids, new Date(START).toISOString()).map(({ matched }) => matched),
      )
      assert.equal(tally.matched, ids.length)
      assert.equal(tally.peak.posts, Math.max(0, ...counts))
      assert.equal(
        tally.dropped,
        counts.reduce((sum, count) => sum + Math.max(0, count - max), 0),
      )
      assert.equal(tally.secondsAbove, counts.filter((count) => count > max).length)
    }),
  )
})

test('the month is projected from the examined posts, without dropped posts', () => {
  const tally = new Tally(END, 2)
  for (let index = 5; index > 0; index -= 1) tally.take(firstSnowflakeAt(START) + BigInt(index))
  const month = (start: number, end: number) => figuresOf(tally, { start, end }).per_month
  assert.deepEqual(month(START, START + 24 * HOUR_MS), { cap: 500_000, projected: 60, share: 0.00012 })
  assert.deepEqual(month(START, START), { cap: 500_000, projected: 2, share: 0.000004 })
})

test('posts outside the hours are not counted', () => {
  const tally = new Tally(END, 50)
  tally.take(firstSnowflakeAt(END))
  tally.take(firstSnowflakeAt(START) - 1n)
  assert.deepEqual([tally.matched, tally.peak.posts], [0, 0])
})
