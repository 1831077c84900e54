import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeByTheRfc } from '../../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../../test/support/properties.ts'
import { Pair } from './pairs.ts'
import { sortForSigning } from './sort.ts'

type Given = readonly (readonly [string, string])[]

/** `name=value`, encoded and in signing order, or undefined for contradictory values. */
function sorted(given: Given): string[] | undefined {
  const pairs = given.map(([name, value]) => Pair.of('query', name, value))
  if (!sortForSigning(pairs)) return undefined
  return pairs.map((pair) => pair.source.text)
}

/** Reference implementation that filters the pairs and sorts them by bytes. */
function reference(given: Given): string[] | undefined {
  const encoded = given.map(([name, value]) => `${encodeByTheRfc(name)}=${encodeByTheRfc(value)}`)
  const isProtocol = (text: string): boolean => text.startsWith('oauth_')
  const once = encoded.filter((text, index) => !isProtocol(text) || encoded.indexOf(text) === index)
  const names = once.filter(isProtocol).map((text) => text.split('=')[0])
  if (new Set(names).size < names.length) return undefined
  return once
    .filter((text) => !text.startsWith('oauth_signature='))
    .sort((a, b) => {
      const [[aName = '', aValue = ''], [bName = '', bValue = '']] = [a.split('='), b.split('=')]
      const byName = Buffer.compare(Buffer.from(aName), Buffer.from(bName))
      return byName || Buffer.compare(Buffer.from(aValue), Buffer.from(bValue))
    })
}

describe('sorting for signing', () => {
  test('spec/signatures.md#parameter-order: by encoded key, then encoded value, in byte order', () => {
    const given: Given = [
      ['b', '2'],
      ['a', '~'],
      ['a', 'é'],
      ['a', 'z'],
      ['B', '1'],
      ['a!', '0'],
      ['a0', '0'],
    ]
    // "a=…" would come after "a%21=…" if names and values were compared as one text.
    assert.deepEqual(sorted(given), ['B=1', 'a=%C3%A9', 'a=z', 'a=~', 'a%21=0', 'a0=0', 'b=2'])
  })

  test('spec/signatures.md#duplicates: each repeat of an ordinary name is signed', () => {
    assert.deepEqual(
      sorted([
        ['a', '2'],
        ['a', '1'],
        ['a', '2'],
      ]),
      ['a=1', 'a=2', 'a=2'],
    )
  })

  test('spec/signatures.md#duplicates: equal repeats of an oauth_* pair count once, even if the name is unknown', () => {
    for (const name of ['oauth_token', 'oauth_body_hash']) {
      const given: Given = [
        [name, 'x'],
        ['a', '1'],
        [name, 'x'],
        [name, 'x'],
      ]
      assert.deepEqual(sorted(given), ['a=1', `${name}=x`])
    }
  })

  test('spec/signatures.md#duplicates: an oauth_* name with two different values is refused, even if the name is unknown', () => {
    for (const name of ['oauth_token', 'oauth_body_hash', 'oauth_signature', 'oauth_']) {
      const given: Given = [
        [name, 'x'],
        ['a', '1'],
        [name, 'y'],
      ]
      assert.equal(sorted(given), undefined, name)
    }
  })

  test('oauth_signature is left out', () => {
    assert.deepEqual(
      sorted([
        ['oauth_signature', 'x'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_signature', 'x'],
      ]),
      ['oauth_signature_method=HMAC-SHA1'],
    )
  })

  test('equals the reference implementation, for few pairs and for many', () => {
    const name = fc.constantFrom(
      'a',
      'a!',
      'a0',
      'B',
      'é',
      'oauth_token',
      'oauth_x',
      'oauth_signature',
      'oauth',
    )
    const value = fc.constantFrom('', '1', '!', '~', '☃')
    const pairs = fc.array(fc.tuple(name, value), { maxLength: 40, size: 'max' })
    fc.assert(
      fc.property(pairs, (given) => assert.deepEqual(sorted(given), reference(given))),
      { numRuns: 500 },
    )
  })
})
