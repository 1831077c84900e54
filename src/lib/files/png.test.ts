import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, inflateSync } from 'node:zlib'
import * as fc from '../../../test/support/properties.ts'
import { type Color, encodePng } from './png.ts'

/** The chunks of a file by their names, each with a sum that is right. */
function chunksOf(file: Buffer): Map<string, Buffer> {
  assert.equal(file.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const end = at + 8 + length
    assert.equal(file.readUInt32BE(end), crc32(file.subarray(at + 4, end)))
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end))
    at = end + 4
  }
  return chunks
}

const color: fc.Arbitrary<Color> = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))

test('RFC 2083: a file read again has the size, the palette and the pixels', async () => {
  const image = fc
    .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
    .chain(({ width, height }) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        palette: fc.array(color, { minLength: 1, maxLength: 256 }),
        pixels: fc.uint8Array({ minLength: width * height, maxLength: width * height }),
      }),
    )
  await fc.assert(
    fc.asyncProperty(image, async ({ width, height, palette, pixels }) => {
      const pixel = (x: number, y: number) => (pixels[y * width + x] ?? 0) % palette.length
      const chunks = chunksOf(await encodePng({ width, height, palette, pixel }))
      assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND'])
      const header = chunks.get('IHDR')
      assert.deepEqual([header?.readUInt32BE(0), header?.readUInt32BE(4)], [width, height])
      assert.deepEqual([...(header?.subarray(8) ?? [])], [8, 3, 0, 0, 0])
      assert.deepEqual([...(chunks.get('PLTE') ?? [])], palette.flat())
      const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
      for (let y = 0; y < height; y += 1) {
        const row = rows.subarray(y * (width + 1), (y + 1) * (width + 1))
        assert.deepEqual([...row], [0, ...Array.from({ length: width }, (_, x) => pixel(x, y))])
      }
    }),
    { numRuns: 40 },
  )
})
