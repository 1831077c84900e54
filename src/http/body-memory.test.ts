import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { BodyMemory } from './body-memory.ts'

const LENGTHS = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000 }),
  fc.constantFrom(16_383, 16_384, 16_385, 65_536, 65_537, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1),
)

test('memory is long enough, and is never lent to two at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(LENGTHS, fc.boolean()), { maxLength: 60 }), (steps) => {
      const memory = new BodyMemory()
      const out: Buffer[] = []
      for (const [length, isGivenBack] of steps) {
        const lent = memory.lend(length)
        assert.ok(
          lent.length >= length && lent.length < Math.max(2 * length, 16_385),
          `${lent.length} for ${length}`,
        )
        const overlaps = (other: Buffer) =>
          other.buffer === lent.buffer &&
          other.byteOffset < lent.byteOffset + lent.length &&
          lent.byteOffset < other.byteOffset + other.length
        assert.equal(out.some(overlaps), false)
        out.push(lent)
        const first = isGivenBack ? out.shift() : undefined
        if (first !== undefined) memory.giveBack(first)
      }
    }),
  )
})

test('what was given back is lent again, the last one first, and short bodies are not worth it', () => {
  const memory = new BodyMemory()
  const lent = [memory.lend(63_000), memory.lend(40_000), memory.lend(140_000)]
  for (const each of lent) memory.giveBack(each)
  assert.equal(memory.lend(33_000), lent[1])
  assert.equal(memory.lend(65_536), lent[0])
  assert.equal(memory.lend(131_073), lent[2])
  assert.notEqual(memory.lend(65_536), lent[0])
  const short = memory.lend(100)
  memory.giveBack(short)
  assert.notEqual(memory.lend(100), short)
})

test('no more than four megabytes of each size are kept', () => {
  const memory = new BodyMemory()
  for (const [length, kept] of [
    [16_384, 256],
    [65_536, 64],
    [2 ** 20, 4],
    [2 ** 20 + 1, 0],
  ] as const) {
    const lent = Array.from({ length: kept + 5 }, () => memory.lend(length))
    for (const each of lent) memory.giveBack(each)
    const again = Array.from({ length: kept + 5 }, () => memory.lend(length))
    assert.equal(again.filter((each) => lent.includes(each)).length, kept, `${length}`)
  }
})
