import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { below, normal, pick, shuffle, uniformOf } from './random.ts'

const SEED = fc.integer({ min: 0, max: 2 ** 32 - 1 })

/** The next `count` numbers of a stream. */
function numbers(uniform: () => number, count: number): number[] {
  return Array.from({ length: count }, uniform)
}

describe('numbers are computed from a seed', () => {
  test('are equal for the same seed and stream, and differ for others', () => {
    fc.assert(
      fc.property(SEED, fc.integer({ min: 0, max: 5 }), (seed, stream) => {
        const first = numbers(uniformOf(seed, stream), 5)
        assert.deepEqual(numbers(uniformOf(seed, stream), 5), first)
        assert.notDeepEqual(numbers(uniformOf(seed + 1, stream), 5), first)
        assert.notDeepEqual(numbers(uniformOf(seed, stream + 1), 5), first)
      }),
    )
  })

  test('are uniform between 0 and 1', () => {
    const tenths = new Array<number>(10).fill(0)
    for (const number of numbers(uniformOf(7), 100_000)) {
      assert.ok(number >= 0 && number < 1)
      tenths[Math.floor(number * 10)] = (tenths[Math.floor(number * 10)] ?? 0) + 1
    }
    for (const count of tenths) assert.ok(Math.abs(count - 10_000) < 500, `${count} of 100,000 in a tenth`)
  })

  test('can be converted to integers below a bound and to choices from a list', () => {
    fc.assert(
      fc.property(SEED, fc.integer({ min: 1, max: 1_000 }), (seed, count) => {
        const number = below(uniformOf(seed), count)
        assert.ok(Number.isInteger(number) && number >= 0 && number < count)
        assert.ok(['a', 'b', 'c'].includes(pick(uniformOf(seed), ['a', 'b', 'c'])))
      }),
    )
  })

  test('can be converted to a normal distribution', () => {
    const uniform = uniformOf(3)
    const values = Array.from({ length: 50_000 }, () => normal(uniform))
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    assert.ok(Math.abs(mean) < 0.02, `mean ${mean}`)
    assert.ok(Math.abs(variance - 1) < 0.03, `variance ${variance}`)
  })

  test('can shuffle a list, so that each value may be at each position', () => {
    const seen = new Set<string>()
    const uniform = uniformOf(11)
    for (let round = 0; round < 500; round += 1) {
      const values = Int32Array.of(1, 2, 3, 4)
      shuffle(uniform, values)
      assert.deepEqual([...values].sort(), [1, 2, 3, 4])
      seen.add(values.join(''))
    }
    assert.equal(seen.size, 24)
  })
})
