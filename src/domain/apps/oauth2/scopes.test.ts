import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { SCOPES } from '../../../lib/scopes.ts'
import { readScopes, scopesIn } from './scopes.ts'

const KNOWN = [...SCOPES, 'timeline.read', 'broadcast.read', 'broadcast.write']

test('spec/oauth2.md#scopes: the known scopes equal the scopes of the specification', () => {
  const text = readFileSync(new URL('../../../../docs/spec/oauth2.md', import.meta.url), 'utf8')
  const [, section = ''] = /\n## Scopes\n([\s\S]*?)\n## /.exec(text) ?? []
  assert.deepEqual(section.match(/[a-z]+(?:\.[a-z]+)+/g), KNOWN)
})

test('spec/oauth2.md#scopes: known scopes are read in the order of the text, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...KNOWN), { minLength: 1 }), (words) => {
      const expected = [...new Set(words)]
      assert.deepEqual(readScopes(words.join(' ')), expected)
      assert.deepEqual(scopesIn(expected.join(' ')), expected)
    }),
  )
})

test('spec/oauth2.md#scopes: a text with an unknown scope is refused as a whole', () => {
  for (const text of [
    '',
    ' ',
    'admin',
    'tweet.read admin',
    'Tweet.read',
    'tweet.read,users.read',
    'tweet.read\tusers.read',
  ]) {
    assert.equal(readScopes(text), undefined, JSON.stringify(text))
  }
})
