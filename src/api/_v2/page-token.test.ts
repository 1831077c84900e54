import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { cursorOf, tokenOf } from './page-token.ts'

const LARGEST = 2n ** 63n - 1n

test('any cursor comes back, and its token is no number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -LARGEST, max: LARGEST }), (cursor) => {
      fc.pre(cursor !== 0n)
      const token = tokenOf(cursor)
      assert.match(token, /^[NP][0-9A-Z]+$/)
      assert.equal(cursorOf(token), cursor)
    }),
  )
})

test('what is no token is none, whatever it is', () => {
  for (const text of [
    '',
    'N',
    'P',
    'N0',
    'P00',
    'n1',
    'X1',
    'N-1',
    'N1.',
    ' N1',
    `N${'Z'.repeat(13)}`,
    'N1\n',
  ]) {
    assert.equal(cursorOf(text), undefined, JSON.stringify(text))
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cursor = cursorOf(text)
      if (cursor !== undefined) assert.ok(cursor !== 0n && cursor >= -LARGEST && cursor <= LARGEST)
    }),
  )
})
