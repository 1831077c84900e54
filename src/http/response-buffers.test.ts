import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byPart } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { ResponseBufferPool } from './response-buffers.ts'

/** Few lengths are much longer than the pooled lengths, because long buffers make the garbage collector run. */
const LENGTHS = fc.oneof(
  fc.integer({ min: 0, max: 150_000 }),
  fc.integer({ min: 0, max: byPart(1_200_000, 2_000_000) }),
  fc.constantFrom(16_383, 16_384, 16_385, 65_536, 65_537, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1),
)

test('a buffer is long enough, and is not acquired again before its release', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(LENGTHS, fc.boolean()), { maxLength: 60 }), (steps) => {
      const pool = new ResponseBufferPool()
      const acquired: Buffer[] = []
      for (const [length, releasesFirst] of steps) {
        const buffer = pool.acquire(length)
        assert.ok(
          buffer.length >= length && buffer.length < Math.max(2 * length, 16_385),
          `${buffer.length} for ${length}`,
        )
        const overlaps = (other: Buffer) =>
          other.buffer === buffer.buffer &&
          other.byteOffset < buffer.byteOffset + buffer.length &&
          buffer.byteOffset < other.byteOffset + other.length
        assert.equal(acquired.some(overlaps), false)
        acquired.push(buffer)
        const first = releasesFirst ? acquired.shift() : undefined
        if (first !== undefined) pool.release(first)
      }
    }),
  )
})

test('released buffers are acquired again, last released first, and buffers of short bodies are not pooled', () => {
  const pool = new ResponseBufferPool()
  const buffers = [pool.acquire(63_000), pool.acquire(40_000), pool.acquire(140_000)]
  for (const buffer of buffers) pool.release(buffer)
  assert.equal(pool.acquire(33_000), buffers[1])
  assert.equal(pool.acquire(65_536), buffers[0])
  assert.equal(pool.acquire(131_073), buffers[2])
  assert.notEqual(pool.acquire(65_536), buffers[0])
  const short = pool.acquire(100)
  pool.release(short)
  assert.notEqual(pool.acquire(100), short)
})

test('the pool holds at most four mebibytes of idle buffers of each size', () => {
  const pool = new ResponseBufferPool()
  for (const [length, pooled] of [
    [16_384, 256],
    [65_536, 64],
    [2 ** 20, 4],
    [2 ** 20 + 1, 0],
  ] as const) {
    const buffers = Array.from({ length: pooled + 5 }, () => pool.acquire(length))
    for (const buffer of buffers) pool.release(buffer)
    const again = Array.from({ length: pooled + 5 }, () => pool.acquire(length))
    assert.equal(again.filter((buffer) => buffers.includes(buffer)).length, pooled, `${length}`)
  }
})
