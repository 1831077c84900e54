import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { dayOf, dayStart, monthOf } from './period.ts'

const day = (year: number, month: number, date: number) => dayOf(Date.UTC(year, month - 1, date))

test('spec/post-streams.md#posts-per-month: a usage month begins on the same day of the calendar month as the first usage month', () => {
  const since = Date.UTC(2020, 7, 12, 15)
  assert.deepEqual(monthOf(since, Date.UTC(2020, 7, 12, 15)), {
    from: day(2020, 8, 12),
    until: day(2020, 9, 12),
  })
  assert.deepEqual(monthOf(since, Date.UTC(2020, 8, 11, 23, 59)), {
    from: day(2020, 8, 12),
    until: day(2020, 9, 12),
  })
  assert.deepEqual(monthOf(since, Date.UTC(2021, 0, 1)), { from: day(2020, 12, 12), until: day(2021, 1, 12) })
})

test('in a shorter calendar month, the usage month begins on the last day', () => {
  const since = Date.UTC(2020, 0, 31)
  assert.deepEqual(monthOf(since, Date.UTC(2020, 1, 28)), { from: day(2020, 1, 31), until: day(2020, 2, 29) })
  assert.deepEqual(monthOf(since, Date.UTC(2020, 1, 29)), { from: day(2020, 2, 29), until: day(2020, 3, 31) })
  assert.deepEqual(monthOf(since, Date.UTC(2021, 1, 28)), { from: day(2021, 2, 28), until: day(2021, 3, 31) })
})

test('every time is in exactly one month, and there are no gaps between months', () => {
  const moment = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2040, 0, 1) })
  fc.assert(
    fc.property(moment, moment, (since, now) => {
      const { from, until } = monthOf(since, now)
      assert.ok(from <= dayOf(now) && dayOf(now) < until)
      assert.ok(until - from >= 28 && until - from <= 31)
      assert.equal(monthOf(since, dayStart(until)).from, until)
    }),
  )
})
