import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { must } from '../../lib/assert.ts'
import { firstSnowflakeAt, snowflakeTime } from '../../lib/ids/snowflake.ts'
import { HOUR_MS, HOURS, spanOf, tokenOf } from './span.ts'

const NOW = Date.UTC(2020, 7, 12, 10, 20, 30)

test('the 168 hours are full hours of the clock, and the last one is the current hour', () => {
  const span = must(spanOf(NOW, 7), 'a span')
  assert.equal(span.hoursEnd, Date.UTC(2020, 7, 12, 11))
  assert.deepEqual([span.start, span.end], [span.hoursEnd - HOURS * HOUR_MS, NOW])
  assert.deepEqual([snowflakeTime(span.from), snowflakeTime(span.to)], [span.start, span.hoursEnd - 1])
})

test('if the index covers fewer days, the span begins later; if it covers more days, the span is the same', () => {
  assert.equal(spanOf(NOW, 1)?.start, NOW - 24 * HOUR_MS)
  assert.deepEqual(spanOf(NOW, 365), spanOf(NOW, 7))
})

test('a token keeps the hours of the backtest, and the backtest continues at the id in the token', () => {
  const first = must(spanOf(NOW, 7), 'a span')
  const moment = fc.integer({ min: first.start, max: NOW - 1 })
  fc.assert(
    fc.property(moment, fc.bigInt(0n, 2n ** 22n - 1n), fc.integer({ min: 0, max: 22 }), (at, low, hours) => {
      const next = firstSnowflakeAt(at) + low
      const later = must(spanOf(NOW + hours * HOUR_MS, 100, tokenOf(first, next)), 'a span')
      assert.deepEqual([later.hoursEnd, later.from, later.to], [first.hoursEnd, first.from, next])
      assert.ok(later.end > at && later.end <= at + 1_000)
    }),
  )
})

test('a token is refused if it is older than a day, from the future, malformed or beyond 64 bits', () => {
  const span = must(spanOf(NOW, 7), 'a span')
  const token = tokenOf(span, span.from)
  assert.ok(spanOf(NOW + 23 * HOUR_MS, 7, token) !== undefined)
  assert.equal(spanOf(NOW + 25 * HOUR_MS, 7, token), undefined)
  assert.equal(spanOf(NOW - HOUR_MS, 7, token), undefined)
  for (const text of ['', 'b1abc', 't1', `${token}!`, tokenOf(span, 2n ** 63n)]) {
    assert.equal(spanOf(NOW, 7, text), undefined, text)
  }
})

test('the span is empty if the index no longer has the posts of the token', () => {
  const span = must(spanOf(NOW, 7), 'a span')
  const later = must(spanOf(NOW + 20 * HOUR_MS, 7, tokenOf(span, span.from + 1n)), 'a span')
  assert.ok(later.from > later.to && later.end >= later.start)
})
