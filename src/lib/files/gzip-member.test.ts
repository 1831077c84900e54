import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createGunzip, gunzipSync } from 'node:zlib'
import * as fc from '../../../test/support/properties.ts'
import { addText, EMPTY_TEXT, GZIP_HEADER, gzipEnd, gzipPiece } from './gzip-member.ts'

function memberOf(texts: readonly string[]): Buffer {
  const pieces = texts.map((text) => gzipPiece(text))
  const sum = pieces.reduce((before, piece) => addText(before, piece), EMPTY_TEXT)
  return Buffer.concat([GZIP_HEADER, ...pieces.map(({ bytes }) => bytes), gzipEnd(sum)])
}

describe('a gzip member made of pieces', () => {
  test('is a valid member for any pieces, with correct checksum and length', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 }), (texts) => {
        const wellFormed = texts.map((text) => text.toWellFormed())
        assert.equal(gunzipSync(memberOf(wellFormed)).toString(), wellFormed.join(''))
      }),
    ))

  test('a wrong checksum fails decompression', () => {
    const piece = gzipPiece('text')
    const wrong = Buffer.concat([GZIP_HEADER, piece.bytes, gzipEnd({ ...piece, crc: piece.crc ^ 1 })])
    assert.throws(() => gunzipSync(wrong), /incorrect data check/)
  })

  test('each piece can be decompressed before the next piece arrives', async () => {
    const gunzip = createGunzip()
    gunzip.write(GZIP_HEADER)
    for (const text of ['{"one":1}\r\n', '\r\n', '{"two":2}\r\n']) {
      const read = new Promise<Buffer>((resolve) => gunzip.once('data', resolve))
      gunzip.write(gzipPiece(text).bytes)
      assert.equal((await read).toString(), text)
    }
    gunzip.destroy()
  })

  test('a piece can be at any position of any member', () => {
    const shared = gzipPiece('shared')
    const own = gzipPiece('own')
    for (const pieces of [
      [shared, own],
      [own, shared, shared],
    ]) {
      const sum = pieces.reduce((before, piece) => addText(before, piece), EMPTY_TEXT)
      const member = Buffer.concat([GZIP_HEADER, ...pieces.map(({ bytes }) => bytes), gzipEnd(sum)])
      const expected = pieces.map((piece) => (piece === shared ? 'shared' : 'own')).join('')
      assert.equal(gunzipSync(member).toString(), expected)
    }
  })
})
