import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { arraysOf } from './arrays.ts'

test('columns become array texts, with null unquoted and integers exact', () => {
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

test('in array elements only quotes and backslashes of a text are escaped', () => {
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

test('a shared value occurs once for consecutive rows, and the values of other columns are in a list', () => {
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
