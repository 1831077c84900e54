import assert from 'node:assert/strict'
import { test } from 'node:test'
import { box, mp4, type VideoWish } from '../../../test/support/media/samples.ts'
import { slowTest } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { type ReadAt, readVideo, type VideoFacts } from './mp4.ts'

function readerOf(bytes: Buffer): ReadAt {
  return async (start, length) => bytes.subarray(start, start + length)
}

function read(bytes: Buffer): Promise<VideoFacts | undefined> {
  return readVideo(readerOf(bytes), bytes.length)
}

test('any video is read correctly, with 32-bit and 64-bit fields and with any rotation', async () => {
  const side = fc.integer({ min: 1, max: 8_192 })
  const wish: fc.Arbitrary<VideoWish> = fc.record({
    width: side,
    height: side,
    durationMs: fc.nat(2 ** 31),
    data: fc.nat(100),
    isTurned: fc.boolean(),
    isLong: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(wish, async (wish) => {
      const { width, height, durationMs } = wish
      assert.deepEqual(await read(mp4(wish)), { width, height, durationMs, metadata: [] })
    }),
  )
})

test('metadata boxes are found at their offsets', async () => {
  const bytes = mp4({ width: 100, height: 100, durationMs: 5, words: 'a secret place' })
  const [found, ...more] = (await read(bytes))?.metadata ?? []
  assert.ok(found !== undefined && more.length === 0)
  const part = bytes.subarray(found.start, found.end)
  assert.deepEqual([part.toString('latin1', 4, 8), part.includes('a secret place')], ['udta', true])
})

test('truncated and changed files throw no error and take little time', async () => {
  const whole = mp4({ width: 100, height: 100, durationMs: 5 })
  const damage = fc.record({ cut: fc.nat(whole.length), at: fc.nat(whole.length - 1), byte: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(damage, async ({ cut, at, byte }) => {
      const bytes = Buffer.from(whole)
      bytes[at] = byte
      let reads = 0
      const readAt = readerOf(bytes.subarray(0, cut))
      await readVideo((start, length) => {
        reads += 1
        return readAt(start, length)
      }, cut)
      assert.ok(reads <= 2_001)
    }),
    { numRuns: 500 },
  )
})

slowTest('reading stops in a file of endless or nested boxes', async () => {
  const many = Buffer.concat(Array.from({ length: 5_000 }, () => box('free')))
  assert.equal(await read(many), undefined)
  let deep = box('moov')
  for (let depth = 0; depth < 3_000; depth++) deep = box('moov', deep)
  assert.equal(await read(deep), undefined)
})

test('a box that extends to the end of the file is read, and so is a box with a size field of eight bytes', async () => {
  const whole = mp4({ width: 100, height: 100, durationMs: 5, data: 10 })
  const data = whole.length - 18
  const open = Buffer.from(whole)
  open.writeUInt32BE(0, data)
  assert.equal((await read(open))?.width, 100)
  const header = Buffer.alloc(16)
  header.writeUInt32BE(1)
  header.write('mdat', 4)
  header.writeBigUInt64BE(26n, 8)
  assert.equal((await read(Buffer.concat([whole.subarray(0, data), header, Buffer.alloc(10)])))?.width, 100)
})
