import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { Distribution } from './distribution.ts'

test('the count up to each bound equals the number of values that a filter finds', () => {
  const bounds = [0.5, 1, 10]
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(0.5, 1, 10), fc.double({ min: -5, max: 20, noNaN: true }))),
      (values) => {
        const distribution = new Distribution(bounds)
        for (const value of values) distribution.observe(value)
        assert.deepEqual(
          distribution.cumulative(),
          bounds.map((bound) => values.filter((value) => value <= bound).length),
        )
        assert.equal(distribution.count, values.length)
        assert.equal(
          distribution.sum,
          values.reduce((sum, value) => sum + value, 0),
        )
      },
    ),
  )
})
