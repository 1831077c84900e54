import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { ParsedIds } from './parsed-ids.ts'

/** Texts of digits, mostly edge cases: 0 to 20 digits, leading zeros, and the largest ids. */
const DIGITS = fc.oneof(
  fc.stringMatching(/^[0-9]{1,19}$/),
  fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String),
  fc.stringMatching(/^0{1,12}[0-9]{0,7}$/),
  fc.constantFrom('0', '999999999', '1000000000', '9223372036854775807', '9223372036854775808'),
)
const OTHERS = fc.constantFrom('', ' ', '-1', '+1', '1'.repeat(20), '1 2', 'a', '١', '1İ', '\u{1f600}', '1\n')

test('digits that are separated by commas are parsed as a list of exact ids', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ arbitrary: DIGITS, weight: 9 }, { arbitrary: OTHERS, weight: 1 }), {
        minLength: 1,
      }),
      (values) => {
        const read = ParsedIds.parse(values.join(','))
        const isGood = values.every((value) => /^[0-9]{1,19}$/.test(value))
        assert.equal(read !== undefined, isGood)
        if (read === undefined) return
        assert.equal(read.length, values.length)
        assert.deepEqual(read.values, values)
        const exact = values.map((value) => (BigInt(value) >= 2n ** 63n ? 0n : BigInt(value)))
        assert.deepEqual(read.ids, exact)
        assert.deepEqual(
          read.highs.map((high, index) => BigInt(high) * 1_000_000_000n + BigInt(read.lows[index] ?? -1)),
          values.map(BigInt),
        )
      },
    ),
  )
})

test('the first ids of a list can be taken as a list', () => {
  const ids = [5n, 0n, 2n ** 63n - 1n]
  const list = ParsedIds.of(ids)
  for (const count of [0, 1, 2, 3, 4]) {
    const first = list.first(count)
    assert.deepEqual([first.ids, first.length], [ids.slice(0, count), Math.min(count, 3)])
    assert.deepEqual([first.highs, first.lows], [list.highs.slice(0, count), list.lows.slice(0, count)])
    assert.equal(list.first(count), first)
  }
})

test('an empty text is not a list, and an empty list has no ids', () => {
  assert.equal(ParsedIds.parse(''), undefined)
  assert.deepEqual([ParsedIds.of([]).length, ParsedIds.NONE.values.length], [0, 0])
  assert.deepEqual(ParsedIds.of([5n, 2n ** 63n - 1n]).ids, [5n, 2n ** 63n - 1n])
})
