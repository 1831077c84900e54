import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonList, jsonNumber } from './json.ts'

test('a list of texts is the bytes of what joining them gives', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 20 }), text, (before, texts, after) => {
      assert.equal(jsonList(before, texts, after).toString(), before + texts.join(',') + after)
    }),
  )
})

test('a number keeps every digit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      assert.equal(JSON.stringify({ value: jsonNumber(value) }), `{"value":${value}}`)
    }),
  )
})
