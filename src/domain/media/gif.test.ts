import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { gif } from '../../../test/support/media/samples.ts'
import * as fc from '../../../test/support/properties.ts'
import { sievedGif } from './gif.ts'
import { UploadRefused } from './refused.ts'

const TRAILER = Buffer.of(0x3b)

async function sieved(bytes: Buffer, sizes: readonly number[] = []): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of sievedGif(cut(bytes, sizes))) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Cuts the bytes into chunks of these sizes; the last chunk has the rest. */
function* cut(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  let at = 0
  for (const size of sizes) {
    yield bytes.subarray(at, at + size)
    at += size
  }
  yield bytes.subarray(at)
}

const isMalformed = (error: unknown) => error instanceof UploadRefused && error.fault === 'not-decodable'

/** A part of a GIF file, and the bytes of that part that the filter must keep. */
interface Piece {
  readonly bytes: Buffer
  readonly kept: Buffer
}

const octets = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(Buffer.from)
const parts = fc
  .array(fc.uint8Array({ minLength: 1, maxLength: 255 }), { maxLength: 4 })
  .map((all) =>
    Buffer.concat([...all.map((each) => Buffer.concat([Buffer.of(each.length), each])), Buffer.of(0)]),
  )
const colours = (flags: number) => octets((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

const kept = (bytes: Buffer): Piece => ({ bytes, kept: bytes })
const dropped = (bytes: Buffer): Piece => ({ bytes, kept: Buffer.alloc(0) })

const image = fc
  .tuple(
    octets(8),
    fc.integer({ min: 0, max: 255 }).filter((flags) => (flags & 7) < 3),
  )
  .chain(([place, flags]) =>
    fc
      .tuple(colours(flags), octets(1), parts)
      .map(([table, size, data]) =>
        kept(Buffer.concat([Buffer.of(0x2c), place, Buffer.of(flags), table, size, data])),
      ),
  )
const control = octets(4).map((fields) =>
  kept(Buffer.concat([Buffer.of(0x21, 0xf9, 4), fields, Buffer.of(0)])),
)
const wordy = fc
  .tuple(fc.constantFrom(0xfe, 0x01, 0xff, 0x77), parts)
  .map(([kind, data]) => dropped(Buffer.concat([Buffer.of(0x21, kind), data])))
const program = fc
  .tuple(fc.constantFrom('XMP DataXMP', 'ICCRGBG1012', 'NETSCAPE2.1'), parts)
  .map(([name, data]) => dropped(Buffer.concat([Buffer.of(0x21, 0xff, 11), Buffer.from(name), data])))

const file = fc
  .tuple(
    octets(6),
    fc.integer({ min: 0, max: 255 }).filter((flags) => (flags & 7) < 3),
  )
  .chain(([screen, flags]) =>
    fc.tuple(
      colours(flags).map((table) =>
        kept(
          Buffer.concat([
            Buffer.from('GIF89a'),
            screen.subarray(0, 4),
            Buffer.of(flags),
            screen.subarray(4),
            table,
          ]),
        ),
      ),
      fc.array(fc.oneof(image, control, wordy, program), { maxLength: 12 }),
    ),
  )
  .map(([head, blocks]) => [head, ...blocks])

test('frames are copied byte for byte; comments, application data and trailing bytes are removed', async () => {
  await fc.assert(
    fc.asyncProperty(
      file,
      fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 30 }),
      fc.option(octets(40), { nil: undefined }),
      async (pieces, sizes, behind) => {
        // The trailer may be missing, because many programs omit it.
        const end = behind === undefined ? Buffer.alloc(0) : Buffer.concat([TRAILER, behind])
        const bytes = Buffer.concat([...pieces.map((piece) => piece.bytes), end])
        const expected = Buffer.concat([...pieces.map((piece) => piece.kept), TRAILER])
        assert.deepEqual(await sieved(bytes, sizes), expected)
        assert.deepEqual(await sieved(expected, sizes), expected)
      },
    ),
  )
})

test('arbitrary bytes are accepted or refused, and no other error is thrown', async () => {
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7)])
  const block = fc.constantFrom(0x21, 0x2c, 0x3b, 0xff, 0xfe, 0xf9, 0, 4, 11)
  const bytes = fc.array(fc.oneof(block, fc.integer({ min: 0, max: 255 })), { maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(bytes, async (values) => {
      try {
        const result = await sieved(Buffer.concat([head, Buffer.from(values)]))
        assert.ok(result.length <= head.length + values.length + 1)
        assert.equal(result.at(-1), 0x3b)
      } catch (error) {
        assert.ok(isMalformed(error), String(error))
      }
    }),
  )
})

/** The result of a decoder: every frame, its duration, and the loop count. */
async function seen(bytes: Buffer): Promise<object> {
  const { data, info } = await sharp(bytes, { animated: true }).raw().toBuffer({ resolveWithObject: true })
  const { delay, loop, pages } = await sharp(bytes, { animated: true }).metadata()
  return { data, info, delay, loop, pages }
}

const CONTROL = Buffer.of(0x21, 0xf9, 4)

/**
 * Adds a block before each picture of a GIF that libvips has written, where each picture begins with a graphic control.
 */
function withBetween(bytes: Buffer, block: Buffer): Buffer {
  const marks: number[] = []
  for (let at = bytes.indexOf(CONTROL); at >= 0; at = bytes.indexOf(CONTROL, at + 1)) marks.push(at)
  const pieces = marks.map((at, nth) => bytes.subarray(at, marks[nth + 1] ?? bytes.length))
  return Buffer.concat([bytes.subarray(0, marks[0]), ...pieces.flatMap((piece) => [block, piece])])
}

test('an animation looks the same and contains no second file', async () => {
  const moving = await gif({ width: 40, height: 30 }, 5)
  const looping = await sharp(moving, { animated: true })
    .gif({ loop: 3, delay: [50, 100, 150, 200, 250] })
    .toBuffer()
  const hidden = 'PK\u0003\u0004 <script>alert(1)</script>'
  const words = Buffer.concat([Buffer.of(0x21, 0xfe, hidden.length), Buffer.from(hidden), Buffer.of(0)])
  const full = Buffer.concat([withBetween(looping, words), Buffer.from(hidden)])
  const clean = await sieved(full, [1, 2, 3, 100])
  assert.ok(full.includes(hidden))
  assert.ok(!clean.includes(hidden))
  assert.deepEqual(clean, looping)
  assert.deepEqual(await seen(clean), await seen(full))
})

test('the loop count is copied once, without other data of the same extension', async () => {
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(7)])
  const extension = (name: string, ...blocks: readonly (readonly number[])[]) =>
    Buffer.concat([
      Buffer.of(0x21, 0xff, 11),
      Buffer.from(name),
      ...blocks.map((block) => Buffer.of(block.length, ...block)),
      Buffer.of(0),
    ])
  const twice = [1, 2, 0]
  const of = async (...extensions: readonly Buffer[]) =>
    (await sieved(Buffer.concat([head, ...extensions, TRAILER]))).subarray(head.length, -1)
  for (const name of ['NETSCAPE2.0', 'ANIMEXTS1.0']) {
    assert.deepEqual(await of(extension(name, twice)), extension(name, twice))
    const full = extension(
      name,
      [60, 63],
      twice,
      [1, 9, 9],
      [2, 0, 0, 1, 0],
      [1],
      ...Array(99).fill([80, 75]),
    )
    assert.deepEqual(await of(full, extension(name, twice)), extension(name, twice, [2, 0, 0, 1, 0]))
    assert.deepEqual(await of(extension(name, [7, 7, 7])), Buffer.alloc(0))
  }
})

test('truncated files, unknown blocks and too many blocks are refused', async () => {
  const whole = await gif({ width: 40, height: 30 }, 2)
  await assert.rejects(sieved(whole.subarray(0, -2)), isMalformed)
  await assert.rejects(sieved(Buffer.alloc(0)), isMalformed)
  const head = whole.subarray(0, 13)
  const colourless = Buffer.concat([head.subarray(0, 10), Buffer.alloc(3)])
  await assert.rejects(sieved(Buffer.concat([colourless, Buffer.of(5)])), isMalformed)
  await assert.rejects(sieved(Buffer.concat([colourless, Buffer.of(0x21, 0xf9, 3, 0)])), isMalformed)
  const comments = Buffer.alloc(30_000, Buffer.of(0x21, 0xfe, 0))
  await assert.rejects(sieved(Buffer.concat([colourless, comments, TRAILER])), isMalformed)
})
