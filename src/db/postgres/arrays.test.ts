import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
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

test('what rows in a row share is there once, the rest in a list for each', () => {
  const rows = [
    [1n, 2n, 3n, null],
    [1n, 2n, 4, 5],
    [1n, 3n, 6n, 7n],
    [1n, 2n, 8n, 9n],
  ]
  assert.deepEqual(arraysOf(['shared', 'shared', 'integer', 'integer'], rows), [
    '{1,1,1}',
    '{2,3,2}',
    '{"{3,4}","{6}","{8}"}',
    '{"{NULL,5}","{7}","{9}"}',
  ])
  assert.deepEqual(arraysOf(['shared', 'integer'], []), ['{}', '{}'])
  assert.throws(() => arraysOf(['shared', 'text'], [[1n, 'a']]), { name: 'InvariantBroken' })
})
