import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { FingerprintSet } from './nonce-table.ts'

/**
 * Halves of fingerprints. Many fingerprints made from them select the first slots, the last slots, or the
 * same slot. Zeros are included, because two zeros mark a free slot.
 */
const half = fc.oneof(fc.constantFrom(0, 1, 16, 2 ** 32 - 1, 2 ** 31), fc.nat(40), fc.nat(2 ** 32 - 1))

function listed(set: FingerprintSet): string[] {
  const found: string[] = []
  set.forEach((high, low) => {
    found.push(`${high} ${low}`)
  })
  return found.toSorted()
}

describe('a set of fingerprints', () => {
  test('behaves like a Set of the added fingerprints', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(half, half), { maxLength: 400, size: 'max' }), (fingerprints) => {
        const set = new FingerprintSet()
        const reference = new Set<string>()
        for (const [high, low] of fingerprints) {
          // The fingerprint (0, 0) is stored as (0, 16).
          const key = high === 0 && low === 0 ? '0 16' : `${high} ${low}`
          assert.equal(set.add(high, low), !reference.has(key))
          reference.add(key)
          assert.equal(set.size, reference.size)
        }
        for (const [high, low] of fingerprints) assert.ok(!set.add(high, low))
        assert.deepEqual(listed(set), [...reference].toSorted())
      }),
    )
  })

  test('grows from one kilobyte, and fills at most three quarters of its slots', () => {
    const set = new FingerprintSet()
    assert.equal(set.bytes, 1024)
    for (let index = 0; index < 100_000; index += 1) {
      // Two odd multipliers distribute the index over both halves.
      assert.ok(set.add(Math.imul(index, 0x9e3779b1) >>> 0, Math.imul(index, 0x85ebca6b) >>> 0))
      assert.ok(set.bytes * 3 >= set.size * 32, `${set.bytes} bytes for ${set.size}`)
    }
    assert.ok(set.bytes <= 24 * set.size, `${set.bytes / set.size} bytes each`)
  })
})
