import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { type DecodeOptions, decoded, hasInvalidBytes } from './decode.ts'

async function textOf(bytes: Buffer, size = 64 * 1024, options: DecodeOptions = {}): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  let text = ''
  for await (const piece of decoded(pieces(), options)) text += piece
  return text
}

/** A text in UTF-8 in which each half of a surrogate pair is encoded separately. */
function cesu8(text: string): Buffer {
  return Buffer.concat(
    [...text].map((character) => {
      if (character.length === 1) return Buffer.from(character)
      return Buffer.concat(
        [0, 1].map((index) => {
          const code = character.charCodeAt(index)
          return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
        }),
      )
    }),
  )
}

function utf32(text: string): Buffer {
  const bytes = Buffer.alloc([...text].length * 4)
  for (const [index, character] of [...text].entries())
    bytes.writeUInt32LE(character.codePointAt(0) ?? 0, index * 4)
  return bytes
}

test('spec/file-recognition.md#encodings: a text is the same from each encoding, with any division into chunks', async () => {
  const texts = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .map((text) => `{"a":"${text.replaceAll('\0', '')}"}`)
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const swapped = Buffer.from(text, 'utf16le').swap16()
      for (const bytes of [
        Buffer.from(text),
        Buffer.from(`\ufeff${text}`),
        cesu8(text),
        Buffer.from(text, 'utf16le'),
        Buffer.from(`\ufeff${text}`, 'utf16le'),
        swapped,
        Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
        utf32(text),
        utf32(text).swap32(),
        utf32(`\ufeff${text}`),
        utf32(`\ufeff${text}`).swap32(),
      ]) {
        assert.equal(await textOf(bytes, size), text)
      }
    }),
  )
})

test('spec/file-recognition.md#encodings: half a surrogate pair becomes U+FFFD, and NUL is removed', async () => {
  assert.equal(await textOf(Buffer.from([0x61, 0xed, 0xa0, 0xbd, 0x62])), 'a\ufffdb')
  assert.equal(await textOf(Buffer.from([0x61, 0xed, 0xb2, 0x9b, 0x00, 0x62])), 'a\ufffdb')
  assert.equal(await textOf(Buffer.from([0x61, 0xed, 0xa0, 0xbd])), 'a\ufffd')
})

test('spec/file-recognition.md#encodings: invalid bytes are marked, or decoded as Windows-1252', async () => {
  const bytes = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x0a])
  const text = await textOf(bytes)
  assert.equal(hasInvalidBytes(text), true)
  assert.equal(hasInvalidBytes('caf\u00e9 \ufffd'), false)
  assert.equal(await textOf(bytes, 64, { fallback: 'windows-1252' }), 'caf\u00e9 \u20ac\n')
  assert.equal(await textOf(Buffer.from([0xe9]), 64, { fallback: 'windows-1252' }), '\u00e9')
})

test('any bytes are decoded to the same text with any division into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 600 }),
      fc.integer({ min: 1, max: 700 }),
      async (bytes, size) => {
        const whole = await textOf(Buffer.from(bytes))
        assert.equal(await textOf(Buffer.from(bytes), size), whole)
        assert.equal(whole.includes('\0'), false)
      },
    ),
  )
})
