import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isoTime } from './iso-time.ts'

const MOMENTS = fc.oneof(
  fc.integer({ min: 0, max: 253_402_300_800_000 }),
  fc.integer({ min: 1_590_000_000_000, max: 1_610_000_000_000 }),
  fc.integer({ min: -8.64e15, max: 8.64e15 }),
  fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
)

test('a moment is what Date makes of it', () =>
  fc.assert(
    fc.property(MOMENTS, (at) => {
      assert.equal(isoTime(at), new Date(at).toISOString())
    }),
    { numRuns: 2_000 },
  ))

test('the last and the first day of February and of years, with and without a leap day', () => {
  for (const year of [1970, 1972, 1999, 2000, 2020, 2100, 2400, 9999]) {
    for (const [month, date] of [
      [0, 1],
      [1, 28],
      [1, 29],
      [2, 1],
      [11, 31],
    ] as const) {
      const at = Date.UTC(year, month, date, 23, 59, 59, 999)
      assert.equal(isoTime(at), new Date(at).toISOString())
    }
  }
})

test('what is no moment is refused', () => {
  assert.throws(() => isoTime(Number.NaN), RangeError)
})
