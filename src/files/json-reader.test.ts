import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { JsonReader, type JsonValue } from './json-reader.ts'

function read(text: string, size = text.length, longest?: number): JsonValue[] {
  const reader = new JsonReader(longest)
  const values: JsonValue[] = []
  for (let at = 0; at < text.length; at += size) values.push(...reader.take(text.slice(at, at + size)))
  return [...values, ...reader.end()]
}

/** The values of a text, with their lines and faults. */
function shown(text: string, longest?: number) {
  return read(text, text.length, longest).map(({ line, value, fault }) =>
    fault === undefined ? [line, value] : [line, fault],
  )
}

const A = { id: 1, a: '}]"\\', b: [{}, []] }
const B = { id: 2 }
const [a, b] = [JSON.stringify(A), JSON.stringify(B)]

test('spec/file-recognition.md#recognition: brackets divide values, and any text may be between values', () => {
  for (const text of [
    `${a}\n${b}\n`,
    `${a}\r\n\r\n${b}`,
    `${a}${b}`,
    `${a}, ${b}`,
    `\x1e${a}\n\x1e${b}\n`,
    `[${a},${b}]`,
    `[\n${a},\n${b}\n]\n`,
    `[${a},\n${b}];`,
    JSON.stringify([A, B], null, 2),
    `${JSON.stringify(A, null, 2)}\n${JSON.stringify(B, null, 2)}`,
    `${JSON.stringify(A, null, 2)}${b}`,
    `{"id":1,"a":"}]\\"\\\\"\n,"b":[{},[]]}\n${b}`,
  ]) {
    for (const size of [1, 7, text.length]) {
      assert.deepEqual(
        read(text, size).map(({ value }) => value),
        [A, B],
        JSON.stringify({ text, size }),
      )
    }
  }
})

test('spec/odd-values.md#odd-values: an invalid value is reported with its line, and reading continues with the next line', () => {
  assert.deepEqual(shown(`${b}\n{"id":3,"text":"cut\n${b}\n`), [
    [1, B],
    [2, 'incomplete or not JSON'],
    [3, B],
  ])
  assert.deepEqual(shown(`${b}\n{"id":3,"list":[1,\n${b}\n${b}`), [
    [1, B],
    [2, 'incomplete or not JSON'],
    [3, B],
    [4, B],
  ])
  assert.deepEqual(shown(`<html>\n${b}\n<p>x</p>\n${b}`), [
    [1, 'not JSON'],
    [2, B],
    [3, 'not JSON'],
    [4, B],
  ])
  assert.deepEqual(shown(`[${b},\n${b}`), [
    [1, B],
    [2, B],
    [2, 'the list does not end'],
  ])
  assert.deepEqual(shown(`${b}\n${b.slice(0, 4)}`), [
    [1, B],
    [2, 'incomplete or not JSON'],
  ])
  assert.deepEqual(shown('12\n{"id":2}\n'), [
    [1, 12],
    [2, B],
  ])
})

test('spec/file-recognition.md#containers: a value that is too long is reported, and reading continues after it', () => {
  const long = `{"id":1,"text":"${'x'.repeat(3_000)}"}`
  const fault = 'longer than 16777216 characters'
  const text = `[${b},${long},${b}]`
  const reader = new JsonReader(1_000)
  const values: JsonValue[] = []
  for (let at = 0; at < text.length; at += 100) values.push(...reader.take(text.slice(at, at + 100)))
  values.push(...reader.end())
  assert.deepEqual(
    values.map(({ value, fault: found }) => found ?? value),
    [B, fault, B],
  )
  const lists = [`{"tweets":[${b},${long}]}`, `{"12":${b},"13":${long}}`]
  const faults = lists.flatMap((list) => new JsonReader(1_000).take(list)).map(({ fault: found }) => found)
  assert.deepEqual(
    faults,
    ['.tweets[]', '.[]'].map((filter) => `${fault}; write one object a line: jq -c '${filter}' FILE`),
  )
  // A truncated value of several lines does not include the values after it.
  const cut = `[\n{"id":3,"list":[1,\n`
  assert.deepEqual(
    shown(`${cut}${`${b}\n`.repeat(400)}`, 1_000).filter(([, value]) => typeof value === 'object').length,
    400,
  )
})

test('spec/file-recognition.md#recognition: the elements of lists in lists are values', () => {
  assert.deepEqual(shown(`[[${b},${b}],\n[[${b}],12,[]]]\n${b}`), [
    [1, B],
    [1, B],
    [2, B],
    [2, 12],
    [3, B],
  ])
  assert.deepEqual(shown(`[[${b}`), [
    [1, B],
    [1, 'the list does not end'],
  ])
})

test('values are the same for any division into chunks', () => {
  const piece = fc.oneof(
    fc.json({ maxDepth: 2 }).filter((text) => /^[[{]/.test(text)),
    fc.constantFrom('\n', ' ', ',', '{', '}', '[', ']', '"', '\\', '{"a":1}\n', '12\n', '\r\n'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (pieces, size) => {
      const text = pieces.join('')
      assert.deepEqual(read(text, size), read(text))
    }),
  )
})
