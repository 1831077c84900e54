import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { pageTokens } from './page-token.ts'

const LARGEST = 2n ** 63n - 1n
const TOKENS = pageTokens('/2/users/:id/followers', '1')

test('spec/v2.md#paging: decoding a token returns the encoded cursor, and a token is never a number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -LARGEST, max: LARGEST }), (cursor) => {
      fc.pre(cursor !== 0n)
      const token = TOKENS.of(cursor)
      assert.match(token, /^[NP][0-9A-Z]{7,19}$/)
      assert.equal(TOKENS.read(token), cursor)
    }),
  )
})

test('a token is refused for another call, another subject or another query', () => {
  const token = TOKENS.of(77n)
  for (const call of [
    ['/2/users/:id/following', '1'],
    ['/2/users/:id/followers', '2'],
    ['/2/users/:id/followers'],
    ['/2/users/:id/followers', '1', ''],
    ['/2/users/:id/followers1'],
  ]) {
    assert.equal(pageTokens(...call).read(token), undefined, call.join(' '))
  }
})

test('a text that is not a token is refused', () => {
  const good = TOKENS.of(1n)
  for (const text of [
    '',
    'N',
    'P',
    good.toLowerCase(),
    `X${good.slice(1)}`,
    ` ${good}`,
    `${good}\n`,
    good.slice(0, -1),
  ]) {
    assert.equal(TOKENS.read(text), undefined, JSON.stringify(text))
  }
  const sum = good.slice(-6)
  for (const position of ['', '0', '00', '-1', 'Z'.repeat(13), 'Z'.repeat(14)]) {
    assert.equal(TOKENS.read(`N${position}${sum}`), undefined, position)
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cursor = TOKENS.read(text + sum)
      if (cursor !== undefined) assert.ok(cursor !== 0n && cursor >= -LARGEST && cursor <= LARGEST)
    }),
  )
})
