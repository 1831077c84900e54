import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gif, jpeg, mp4, png, SUBTITLES, webp } from '../../../test/support/media/samples.ts'
import * as fc from '../../../test/support/properties.ts'
import { SNIFF_BYTES, sniff } from './sniff.ts'

const SMALL = { width: 40, height: 30 }

/** A simple reference implementation: compares the bytes with a list of signatures. */
function dumb(bytes: Buffer): string | undefined {
  const hex = bytes.toString('hex')
  const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
    [/^ffd8ff/, 'image/jpeg'],
    [/^89504e470d0a1a0a/, 'image/png'],
    [/^474946383[79]61/, 'image/gif'],
    [/^52494646.{8}57454250/, 'image/webp'],
    [/^.{8}6674797071742020/, 'video/quicktime'],
    [/^.{8}66747970(69736f6d|69736f3[2-9]|6d703431|6d703432|61766331)/, 'video/mp4'],
  ]
  return BEGINNINGS.find(([beginning]) => beginning.test(hex))?.[1]
}

test('spec/media.md#categories-and-sizes: the type is detected from the bytes', async () => {
  for (const [bytes, type] of [
    [await jpeg(SMALL), 'image/jpeg'],
    [await png(SMALL), 'image/png'],
    [await gif(SMALL), 'image/gif'],
    [await webp(SMALL), 'image/webp'],
    [mp4({ ...SMALL, durationMs: 1 }), 'video/mp4'],
    [mp4({ ...SMALL, durationMs: 1, brand: 'qt  ' }), 'video/quicktime'],
    [SUBTITLES, 'text/srt'],
  ] as const) {
    assert.equal(sniff(bytes.subarray(0, SNIFF_BYTES)), type)
    assert.equal(sniff(bytes.subarray(0, 3)), type === 'image/jpeg' ? type : undefined)
  }
})

test('the type of any bytes equals the type from a simple comparison with signatures', () => {
  const beginnings = [
    'ffd8ff',
    '89504e470d0a1a0a',
    '474946383961',
    '474946383761',
    '52494646000000005745425',
    '6674797069736f6d',
  ]
  const nearly = fc
    .tuple(
      fc.constantFrom(...beginnings),
      fc.uint8Array({ maxLength: 40 }),
      fc.nat(12),
      fc.uint8Array({ maxLength: 2 }),
    )
    .map(([hex, rest, cut, before]) =>
      Buffer.concat([before, Buffer.from(hex, 'hex').subarray(0, cut), rest]),
    )
  const isoMedia = fc
    .tuple(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.constantFrom('isom', 'mp42', 'qt  ', 'avif', 'heic', 'isox'),
    )
    .map(([size, brand]) => Buffer.concat([size, Buffer.from(`ftyp${brand}`)]))
  const any = fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.oneof(any, nearly, isoMedia), (bytes) => {
      assert.equal(sniff(bytes), dumb(bytes))
    }),
    { numRuns: 2_000 },
  )
})
