import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { type ErrorClass, gradeReconnection } from './reconnection.ts'

const CASES: readonly [ErrorClass, readonly number[], 'pass' | 'fail' | 'not-seen'][] = [
  ['drop', [100], 'pass'],
  ['drop', [5_000], 'fail'],
  ['tcp', [250, 500, 750], 'pass'],
  ['tcp', [250, 250, 250], 'fail'],
  ['tcp', [20_000], 'fail'],
  ['http', [5_000, 10_000, 20_000], 'pass'],
  ['http', [5_000, 5_000], 'fail'],
  ['http', [1_000], 'fail'],
  ['rate-limit', [60_000, 120_000], 'pass'],
  ['rate-limit', [5_000, 10_000], 'fail'],
  ['http', [], 'not-seen'],
]

test('spec/post-streams.md#reconnection: each class of errors has its waits', () => {
  for (const [errors, gaps, grade] of CASES) {
    const row = gradeReconnection(errors, gaps)
    assert.equal(row.grade, grade, `${errors} ${gaps}`)
    assert.equal(row.change !== undefined, grade === 'fail')
  }
})

test('a quick grade ignores all waits but the first', () => {
  assert.equal(gradeReconnection('http', [5_000, 1], true).grade, 'pass')
  assert.equal(gradeReconnection('http', [1, 10_000], true).grade, 'fail')
})

test('rate limits: longer waits than the rule pass, and a single shorter one fails', () => {
  const extra = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(extra, fc.nat(), (extras, position) => {
      const gaps = extras.map((ms, n) => 60_000 * 2 ** n + ms)
      assert.equal(gradeReconnection('rate-limit', gaps).grade, 'pass')
      const short = position % gaps.length
      const spoilt = gaps.map((gap, n) => (n === short ? 0.8 * 60_000 * 2 ** n : gap))
      assert.equal(gradeReconnection('rate-limit', spoilt).grade, 'fail')
    }),
  )
})
