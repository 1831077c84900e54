import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byPart } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { uniformOf } from './random.ts'
import { AliasTable, drawDifferent } from './weighted.ts'

/** The standard deviation of a share is at most 0.0035 and 0.0025, and the tests allow a difference of 0.02. */
const DRAWS = byPart(20_000, 40_000)

const WEIGHTS = fc
  .array(fc.double({ min: 0.05, max: 10, noNaN: true }), { minLength: 1, maxLength: 12 })
  .map((weights) => Float64Array.from(weights))

/** Share of the draws in which each index was drawn. */
function shares(count: number, draw: () => number): number[] {
  const counts = new Array<number>(count).fill(0)
  for (let round = 0; round < DRAWS; round += 1) {
    const index = draw()
    counts[index] = (counts[index] ?? 0) + 1
  }
  return counts.map((times) => times / DRAWS)
}

function assertShares(drawn: readonly number[], weights: Float64Array): void {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  for (const [index, share] of drawn.entries()) {
    const wanted = (weights[index] ?? 0) / sum
    assert.ok(Math.abs(share - wanted) < 0.02, `index ${index}: ${share} in place of ${wanted}`)
  }
}

describe('choices by weight', () => {
  test('the frequency of single choices is proportional to their weights', () => {
    fc.assert(
      fc.property(WEIGHTS, fc.nat(), (weights, seed) => {
        const uniform = uniformOf(seed)
        const table = new AliasTable(weights)
        const drawn = shares(weights.length, () => table.draw(uniform))
        assertShares(drawn, weights)
      }),
      { numRuns: 25 },
    )
  })

  test('several choices differ from each other, and the probability of the first choice is proportional to its weight', () => {
    fc.assert(
      fc.property(WEIGHTS, fc.nat(), (weights, seed) => {
        const uniform = uniformOf(seed)
        const all = drawDifferent(uniform, weights, weights.length)
        assert.deepEqual(
          [...all].sort((a, b) => a - b),
          [...weights.keys()],
        )
        const drawn = shares(weights.length, () => drawDifferent(uniform, weights, 1)[0] ?? -1)
        assertShares(drawn, weights)
      }),
      { numRuns: 10 },
    )
  })
})
