import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { v11Date } from './date.ts'

test('spec/users.md#user-object: v1.1 dates are in UTC in any time zone of the server', () => {
  assert.equal(v11Date(Date.UTC(2018, 11, 10, 22, 3, 43)), 'Mon Dec 10 22:03:43 +0000 2018')
  assert.equal(v11Date(0), 'Thu Jan 01 00:00:00 +0000 1970')
  assert.equal(v11Date(Date.UTC(2020, 1, 29, 23, 59, 59, 999)), 'Sat Feb 29 23:59:59 +0000 2020')
})

test('every date from 1970 to 9999 can be parsed back to the same second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (ms) => {
      const text = v11Date(ms)
      assert.match(text, /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d \+0000 \d{4}$/)
      assert.equal(Date.parse(text), ms - (ms % 1000))
      assert.equal(text.slice(0, 3), new Date(ms).toUTCString().slice(0, 3))
    }),
  )
})
