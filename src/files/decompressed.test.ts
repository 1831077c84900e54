import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  createInflateRaw,
  createZstdDecompress,
  deflateRawSync,
  type InflateRaw,
  type ZstdDecompress,
  zstdCompressSync,
} from 'node:zlib'
import * as fc from '../../test/support/properties.ts'
import { decompressed } from './decompressed.ts'

const DATA = Buffer.from(randomBytes(200_000).toString('base64'))

const FORMS: readonly (readonly [
  name: string,
  open: () => InflateRaw | ZstdDecompress,
  packed: Buffer,
  /** Size of a block in bytes. The decompressor returns only whole blocks. */
  block: number,
])[] = [
  ['deflate', createInflateRaw, deflateRawSync(DATA), 1],
  ['zstd', createZstdDecompress, zstdCompressSync(DATA), 128 * 1024],
]

async function read(
  stream: InflateRaw | ZstdDecompress,
  chunks: Buffer[],
): Promise<{ bytes: Buffer; rest?: Buffer; error?: unknown }> {
  const source = decompressed(stream, async () => chunks.shift())
  const pieces: Buffer[] = []
  try {
    for (;;) {
      const { value, done } = await source.next()
      if (done === true) return { bytes: Buffer.concat(pieces), rest: value }
      pieces.push(value)
    }
  } catch (error) {
    return { bytes: Buffer.concat(pieces), error }
  }
}

describe('spec/file-recognition.md#containers', () => {
  for (const [name, open, packed, block] of FORMS) {
    test(`${name}: data is read completely with any division into chunks, and the bytes after it are returned`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(packed.length), fc.nat(40_000), async (cut, after) => {
          const all = Buffer.concat([packed, Buffer.alloc(after, 7)])
          const chunks = [all.subarray(0, cut), all.subarray(cut)].filter((chunk) => chunk.length > 0)
          const { bytes, rest, error } = await read(open(), [...chunks])
          assert.equal(error, undefined)
          assert.ok(bytes.equals(DATA))
          const last = chunks.at(-1)?.length ?? 0
          assert.equal(rest?.length, Math.min(after, last))
        }),
        { numRuns: 20 },
      )
    })

    test(`${name}: truncated data is read to its last byte before the error`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: packed.length - 1 }), async (length) => {
          const { bytes, error } = await read(open(), [packed.subarray(0, length)])
          assert.match(String(error), /unexpected end of file/)
          assert.ok(bytes.equals(DATA.subarray(0, bytes.length)))
          // Deflate uses at most 15 bits for a symbol, and the data begins with a table of codes, so some bytes at the
          // end are missing.
          const least = (length - 200) * (DATA.length / packed.length) * 0.98 - block
          assert.ok(bytes.length >= least, `${bytes.length} of ${least}`)
        }),
        { numRuns: 20 },
      )
    })
  }
})
