import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { isoSecond, isoTime, readIsoDay, readIsoTime, readOffsetTime } from './iso-time.ts'

const MOMENTS = fc.oneof(
  fc.integer({ min: 0, max: 253_402_300_800_000 }),
  fc.integer({ min: 1_590_000_000_000, max: 1_610_000_000_000 }),
  fc.integer({ min: -8.64e15, max: 8.64e15 }),
  fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
)

test('a time has the format that Date gives', () =>
  fc.assert(
    fc.property(MOMENTS, (at) => {
      assert.equal(isoTime(at), new Date(at).toISOString())
    }),
    { numRuns: 2_000 },
  ))

test('isoSecond sets the milliseconds to zero, even before 1970', () =>
  fc.assert(
    fc.property(MOMENTS, (at) => {
      assert.equal(isoSecond(at), new Date(at).toISOString().replace(/\.\d{3}Z$/, '.000Z'))
    }),
    { numRuns: 2_000 },
  ))

test('the first and last days of February and of years are formatted, with and without a leap day', () => {
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

test('invalid times are refused', () => {
  assert.throws(() => isoTime(Number.NaN), RangeError)
})

test('unlike Date, the parser reads only existing times and days', () => {
  const at = Date.UTC(2020, 5, 18, 16, 0, 33)
  assert.equal(readIsoTime('2020-06-18T16:00:33Z'), at)
  assert.equal(readIsoTime('2020-06-18T16:00:33.25Z'), at + 250)
  assert.equal(readIsoTime('2020-06-18T16:00:33.123456789Z'), at + 123)
  assert.equal(readIsoDay('2020-02-29'), Date.UTC(2020, 1, 29))
  for (const day of [
    '',
    'now',
    '2020-6-18',
    '2020-13-01',
    '2021-02-29',
    '2026-02-30',
    '2020-00-10',
    '2020-01-00',
  ]) {
    assert.equal(readIsoDay(day), undefined, day)
    assert.equal(readIsoTime(`${day}T00:00:00Z`), undefined, day)
  }
  for (const clock of ['24:00:00', '23:60:00', '23:59:60', '23:59', '23:59:59.', '23:59:59.1234567890']) {
    assert.equal(readIsoTime(`2020-06-18T${clock}Z`), undefined, clock)
  }
  for (const text of ['2020-06-18T16:00:33', '2020-06-18T16:00:33+00:00', '2020-06-18 16:00:33Z']) {
    assert.equal(readIsoTime(text), undefined, text)
  }
})

test('a time with any RFC 3339 offset is read', () => {
  const at = Date.UTC(2020, 5, 18, 16, 0, 33)
  for (const text of [
    '2020-06-18T16:00:33Z',
    '2020-06-18T18:00:33+02:00',
    '2020-06-18T12:30:33-03:30',
    '2020-06-19T01:00:33.000+09:00',
    '2020-06-17T16:01:33-23:59',
    '2020-06-18T16:00:33+00:00',
    '2020-06-18T16:00:33-00:00',
  ]) {
    assert.equal(readOffsetTime(text), at, text)
  }
  for (const offset of ['', '+2', '+02', '+0200', '+24:00', '+02:60', ' 02:00', '+02:00Z', 'Z+02:00']) {
    assert.equal(readOffsetTime(`2020-06-18T16:00:33${offset}`), undefined, offset)
  }
  assert.equal(readOffsetTime('2021-02-29T16:00:33+02:00'), undefined)
})

test('a formatted time can be read again', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (at) => {
      assert.equal(readIsoTime(isoTime(at)), at)
      assert.equal(readIsoDay(isoTime(at).slice(0, 10)), at - (at % 86_400_000))
    }),
  ))
