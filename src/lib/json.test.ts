import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { jsonNumber, lengthOfPieces, writePieces } from './json.ts'

test('pieces that are texts or UTF-8 are written as the bytes of the joined text', () => {
  const text = fc.string({ unit: 'grapheme' })
  const either = fc.oneof(
    text,
    text.map((it) => Buffer.from(it)),
  )
  const piece = fc.oneof(text, fc.array(either, { maxLength: 20 }))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), fc.nat(10), (pieces, spare) => {
      const joined = pieces.map((it) => (typeof it === 'string' ? it : it.map(String).join(','))).join('')
      const length = lengthOfPieces(pieces)
      const memory = Buffer.alloc(length + spare, 0x2e)
      assert.equal(writePieces(pieces, memory), length)
      assert.equal(memory.toString(), joined + '.'.repeat(spare))
    }),
  )
})

test('a number keeps all digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      assert.equal(JSON.stringify({ value: jsonNumber(value) }), `{"value":${value}}`)
    }),
  )
})
