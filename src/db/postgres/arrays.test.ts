import assert from 'node:assert/strict'
import { test } from 'node:test'
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
