import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { arraysOf } from './arrays.ts'

test('columns become the texts of arrays; null is no text, and digits are whole', () => {
  assert.deepEqual(
    arraysOf(
      ['integer', 'text'],
      [
        [2n ** 63n - 1n, 'a"b\\c'],
        [-1, 'NULL'],
        [null, null],
      ],
    ),
    ['{9223372036854775807,-1,NULL}', '{"a\\"b\\\\c","NULL",NULL}'],
  )
  assert.deepEqual(arraysOf(['text'], []), ['{}'])
})

test('every text is escaped as an element of an array is: quotes and backslashes, nothing else', () => {
  const unit = fc.oneof(
    fc.constantFrom('"', '\\', 'n', 'u', '\n', '\u0000', '\u2028', '\ud800', '{'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.string({ unit }), (given) => {
      assert.deepEqual(arraysOf(['text'], [[given]]), [
        `{"${given.replace(/["\\]/g, (each) => `\\${each}`)}"}`,
      ])
    }),
  )
})
