import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { constants, inflateRawSync } from 'node:zlib'
import { TestClock } from '../../../test/support/test-clock.ts'
import { Deflater } from './deflater.ts'
import { BATCH_MS, type Block, Partition } from './partition.ts'

const PLAIN = { sendsPositions: false, flush() {} }
const WITH_POSITIONS = { sendsPositions: true, flush() {} }

function textOf({ run }: Block): string {
  return inflateRawSync(Buffer.concat(run.pieces), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
}

/** All blocks whose number is `number` or higher. */
function blocksFrom(partition: Partition, number: number): Block[] {
  const blocks: Block[] = []
  for (let at = number; ; at += 1) {
    const block = partition.block(at)
    if (block === undefined) return blocks
    blocks.push(block)
  }
}

/** A partition with one reader. The reader counts the calls of its methods. */
function stage(ringBytes?: number) {
  const clock = new TestClock()
  const partition = new Partition(clock, new Deflater(), ringBytes)
  const reader = {
    calls: 0,
    sendsPositions: false,
    flush() {
      this.calls += 1
    },
  }
  const { next } = partition.join(reader)
  let position = 0n
  const push = (text: string) => {
    position += 1n
    partition.push(text, { at: clock.now(), position })
  }
  const texts = () => blocksFrom(partition, next).map(textOf)
  return { clock, partition, reader, next, push, texts }
}

describe('batching', () => {
  test('in a quiet partition, a message is sent immediately', () => {
    const { partition, reader, push, texts } = stage()
    push('a')
    partition.settle()
    assert.deepEqual(texts(), ['a'])
    assert.equal(reader.calls, 1)
  })

  test('messages that arrive together are sent together', () => {
    const { partition, push, texts } = stage()
    push('a')
    push('b')
    partition.settle()
    assert.deepEqual(texts(), ['ab'])
  })

  test('messages are batched until 2 ms after the last block', () => {
    const { clock, partition, push, texts } = stage()
    push('a')
    partition.settle()
    push('b')
    partition.settle()
    clock.advance(BATCH_MS - 1)
    push('c')
    partition.settle()
    assert.deepEqual(texts(), ['a'])
    clock.advance(1)
    assert.deepEqual(texts(), ['a', 'bc'])
    clock.advance(BATCH_MS)
    push('d')
    partition.settle()
    assert.deepEqual(texts(), ['a', 'bc', 'd'])
  })

  test('if it took longer than 2 ms to pass on the last block, messages are batched for that longer time', () => {
    const { clock, partition, push, texts } = stage()
    const took = BATCH_MS * 5
    const slow = { sendsPositions: false, flush: () => clock.set(clock.now() + took) }
    partition.join(slow)
    push('a')
    partition.settle()
    partition.leave(slow)
    push('b')
    partition.settle()
    clock.advance(took - 1)
    assert.deepEqual(texts(), ['a'])
    clock.advance(1)
    assert.deepEqual(texts(), ['a', 'b'])
  })

  test('many messages at once become several blocks of limited size', () => {
    const { push, texts } = stage()
    for (let count = 0; count < 10; count += 1) push('x'.repeat(32 * 1024))
    assert.deepEqual(
      texts().map((text) => text.length),
      Array.from({ length: 5 }, () => 64 * 1024),
    )
  })

  test('a reader receives all messages that are added after it joined, and no earlier messages', () => {
    const { partition, push, texts } = stage()
    push('before')
    const { next, sum } = partition.join(PLAIN)
    push('after')
    partition.flush()
    const [block, ...more] = blocksFrom(partition, next)
    assert.ok(block !== undefined && more.length === 0)
    assert.equal(textOf(block), 'after')
    assert.equal(block.sum.length - sum.length, 'after'.length)
    assert.deepEqual(texts(), ['before', 'after'])
  })

  test('without readers, nothing is compressed or buffered', () => {
    const { partition, reader, next, push } = stage()
    push('kept')
    partition.flush()
    partition.leave(reader)
    push('let go')
    partition.settle()
    assert.equal(partition.bytes, 0)
    assert.ok(partition.hasDropped(next))
    assert.equal(partition.join(reader).next, next + 1)
  })
})

describe('positions', () => {
  test('are compressed once for all readers, and follow the messages in the same buffer', () => {
    const { partition, next, push } = stage()
    partition.join(WITH_POSITIONS)
    push('a')
    partition.flush()
    const [block] = blocksFrom(partition, next)
    assert.ok(block !== undefined)
    assert.equal(textOf(block), 'a')
    const text = inflateRawSync(Buffer.concat(block.runWithPosition.pieces), {
      finishFlush: constants.Z_SYNC_FLUSH,
    })
    assert.equal(text.toString(), 'a{"position":"1"}\r\n')
    assert.equal(block.positionText.length, '{"position":"1"}\r\n'.length)
    assert.equal(block.run.framed.buffer, block.runWithPosition.framed.buffer)
    assert.equal(block.sum.length, 1)
  })

  test('are not compressed when no reader wants positions', () => {
    const { partition, next, push } = stage()
    partition.join(WITH_POSITIONS)
    partition.leave(WITH_POSITIONS)
    push('a')
    partition.flush()
    assert.equal(partition.block(next)?.runWithPosition.pieces.length, 1)
  })
})

describe('promise 5: the ring', () => {
  test('is at most a quarter larger than its limit, and reports that it dropped blocks', () => {
    const ring = 20_000
    const { partition, next, push } = stage(ring)
    for (let count = 0; count < 200; count += 1) {
      push(`${count} `)
      partition.flush()
      assert.ok(partition.bytes <= ring * 1.25, `${partition.bytes} bytes`)
    }
    assert.ok(partition.hasDropped(next))
    assert.equal(partition.block(next), undefined)
    assert.ok(!partition.hasDropped(next + 199))
    assert.deepEqual(blocksFrom(partition, next + 199).map(textOf), ['199 '])
  })

  test('returns a block by the number of the block', () => {
    const { partition, next, push } = stage()
    for (const text of ['a', 'b', 'c']) {
      push(text)
      partition.flush()
    }
    assert.deepEqual(blocksFrom(partition, next + 1).map(textOf), ['b', 'c'])
    assert.ok(partition.isAllBefore(next + 3))
    assert.ok(!partition.isAllBefore(next + 2))
  })
})
