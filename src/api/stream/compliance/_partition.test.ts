import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { constants, inflateRawSync } from 'node:zlib'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { type Block, GATHER_MS, Partition } from './_partition.ts'

const EVERYTHING = Number.MAX_SAFE_INTEGER

function textOf({ piece }: Block): string {
  return inflateRawSync(piece.bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
}

/** A partition with one reader that counts its calls. */
function stage(ringBytes?: number) {
  const clock = new TestClock()
  const partition = new Partition(clock, ringBytes)
  const reader = {
    calls: 0,
    wake() {
      this.calls += 1
    },
  }
  const { next } = partition.join(reader)
  let position = 0n
  const push = (text: string) => {
    position += 1n
    partition.push(text, { at: clock.now(), position })
  }
  const texts = () => (partition.from(next, EVERYTHING) ?? []).map(textOf)
  return { clock, partition, reader, next, push, texts }
}

describe('design 7: gathering', () => {
  test('in a quiet partition a message goes at once', () => {
    const { partition, reader, push, texts } = stage()
    push('a')
    partition.settle()
    assert.deepEqual(texts(), ['a'])
    assert.equal(reader.calls, 1)
  })

  test('messages that are at hand together go together', () => {
    const { partition, push, texts } = stage()
    push('a')
    push('b')
    partition.settle()
    assert.deepEqual(texts(), ['ab'])
  })

  test('while the last block is younger than 2 ms messages gather, and no longer', () => {
    const { clock, partition, push, texts } = stage()
    push('a')
    partition.settle()
    push('b')
    partition.settle()
    clock.advance(GATHER_MS - 1)
    push('c')
    partition.settle()
    assert.deepEqual(texts(), ['a'])
    clock.advance(1)
    assert.deepEqual(texts(), ['a', 'bc'])
    clock.advance(GATHER_MS)
    push('d')
    partition.settle()
    assert.deepEqual(texts(), ['a', 'bc', 'd'])
  })

  test('a block has a bound, however much comes at once', () => {
    const { push, texts } = stage()
    for (let count = 0; count < 10; count += 1) push('x'.repeat(32 * 1024))
    assert.deepEqual(
      texts().map((text) => text.length),
      Array.from({ length: 5 }, () => 64 * 1024),
    )
  })

  test('a reader that joins sees nothing of what was taken in before, and everything after', () => {
    const { partition, push, texts } = stage()
    push('before')
    const { next, sum } = partition.join({ wake() {} })
    push('after')
    partition.flush()
    const [block, ...more] = partition.from(next, EVERYTHING) ?? []
    assert.ok(block !== undefined && more.length === 0)
    assert.equal(textOf(block), 'after')
    assert.equal(block.sum.length - sum.length, 'after'.length)
    assert.deepEqual(texts(), ['before', 'after'])
  })

  test('without readers nothing is compressed or kept', () => {
    const { partition, reader, next, push } = stage()
    push('kept')
    partition.flush()
    partition.leave(reader)
    push('let go')
    partition.settle()
    assert.equal(partition.bytes, 0)
    assert.equal(partition.from(next, EVERYTHING), undefined)
    assert.equal(partition.join(reader).next, next + 1)
  })
})

describe('promise 5: the ring', () => {
  test('keeps no more than its bytes and a quarter, and tells a reader that fell out', () => {
    const ring = 20_000
    const { partition, next, push } = stage(ring)
    for (let count = 0; count < 200; count += 1) {
      push(`${count} `)
      partition.flush()
      assert.ok(partition.bytes <= ring * 1.25, `${partition.bytes} bytes`)
    }
    assert.equal(partition.from(next, EVERYTHING), undefined)
    const kept = partition.from(next + 199, EVERYTHING)?.map(textOf)
    assert.deepEqual(kept, ['199 '])
  })

  test('gives no more than was asked for, and one block at least', () => {
    const { partition, next, push } = stage()
    for (const text of ['a', 'b', 'c']) {
      push(text)
      partition.flush()
    }
    assert.deepEqual(partition.from(next, 1)?.map(textOf), ['a'])
    assert.deepEqual(partition.from(next + 1, EVERYTHING)?.map(textOf), ['b', 'c'])
    assert.ok(partition.isAllBefore(next + 3))
    assert.ok(!partition.isAllBefore(next + 2))
  })
})
