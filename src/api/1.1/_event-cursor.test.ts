import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { eventCursor, eventCursorParam } from './_event-cursor.ts'

const { parse } = eventCursorParam()

test('spec/direct-messages.md#list-cursor: the recorded cursor is unpadded base64 of an event id', () => {
  assert.equal(eventCursor(1142098079526600708n), 'MTE0MjA5ODA3OTUyNjYwMDcwOA')
  assert.equal(parse('MTE0MjA5ODA3OTUyNjYwMDcwOA', 'cursor'), 1142098079526600708n)
  assert.equal(parse('MTM5Nzc5NTQ2NjIzMDgyOTA1OQ', 'cursor'), 1397795466230829059n)
  assert.equal(parse(undefined, 'cursor'), undefined)
})

test('spec/contract.md#cursoring: the cursor -1 selects the first page; no other number is a cursor', () => {
  assert.equal(parse('-1', 'cursor'), undefined)
  for (const text of ['0', '1', '-2', '-01', ' -1', '-1.0', '−1']) {
    assert.throws(() => parse(text, 'cursor'), { name: 'BadParameter' }, text)
  }
})

test('the cursor of any id is parsed back to the id, and needs no escape in a URL', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (id) => {
      const cursor = eventCursor(id)
      assert.equal(encodeURIComponent(cursor), cursor)
      assert.equal(parse(cursor, 'cursor'), id)
    }),
  )
})

test('a text in any other form is refused, so that each page has exactly one cursor', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (text) => {
      let id: bigint | undefined
      try {
        id = parse(text, 'cursor')
      } catch (error) {
        assert.equal((error as Error).name, 'BadParameter')
        return
      }
      assert.ok(id !== undefined)
      assert.equal(eventCursor(id), text)
    }),
  )
  // The texts encode a number with a leading zero, a negative number, 2^63, no digits, and a number after a space.
  // The last text has padding.
  for (const digits of ['007', '-5', '9223372036854775808', '', ' 5']) {
    const text = Buffer.from(digits).toString('base64url')
    assert.throws(() => parse(text, 'cursor'), { name: 'BadParameter' }, digits)
  }
  assert.throws(() => parse('NQ==', 'cursor'), { name: 'BadParameter' })
})
