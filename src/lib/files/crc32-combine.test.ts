import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import * as fc from '../../../test/support/properties.ts'
import { crc32Combine, crc32OfRest } from './crc32-combine.ts'

const bytes = fc.uint8Array({ maxLength: 300 })

describe('CRC-32 of parts', () => {
  test('combines two texts', () =>
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        assert.equal(crc32Combine(crc32(a), crc32(b), b.length), crc32(Buffer.concat([a, b])))
      }),
    ))

  test('calculates the CRC of the rest from the whole text and its beginning', () =>
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        assert.equal(crc32OfRest(crc32(Buffer.concat([a, b])), crc32(a), b.length), crc32(b))
      }),
    ))

  test('lengths far beyond 2^32 take logarithmic time and have the same result as single steps', () => {
    const million = 1_000_000
    let steps = crc32('a')
    for (let step = 0; step < 5_000; step++) {
      steps = crc32Combine(steps, crc32(Buffer.alloc(0)), million)
    }
    assert.equal(crc32Combine(crc32('a'), 0, 5_000 * million), steps)
  })
})
