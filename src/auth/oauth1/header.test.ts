import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { headerByTheRfc } from '../../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../../test/support/properties.ts'
import { decodePercent } from '../../lib/percent.ts'
import { isOAuthScheme, MAX_HEADER_LENGTH, MAX_HEADER_PAIRS, readHeader } from './header.ts'
import { type Pair, Source } from './pairs.ts'

/** Decoded pairs, or undefined for a header that cannot be parsed. */
function parse(text: string): [string, string][] | undefined {
  const pairs: Pair[] = []
  const source = Source.write('header', Buffer.alloc(3 * text.length + 1), 0, text)
  if (!readHeader(source, pairs)) return undefined
  return pairs.map((pair) => [decodePercent(pair.source.slice(pair.nameStart, pair.nameEnd)), pair.value])
}

describe('the OAuth header', () => {
  test('spec/signatures.md#header-parsing: the scheme is case-insensitive', () => {
    for (const scheme of ['OAuth', 'oauth', 'OAUTH', 'oAuTh']) {
      assert.ok(isOAuthScheme(`${scheme} a="1"`))
      assert.deepEqual(parse(`${scheme} a="1"`), [['a', '1']])
    }
  })

  test('another scheme is not recognized', () => {
    for (const text of [
      'Bearer AAAA',
      'Basic AAAA',
      'OAuth2 a="1"',
      'OAuth="1"',
      'XOAuth a="1"',
      '',
      ' OAuth',
    ]) {
      assert.ok(!isOAuthScheme(text), text)
    }
  })

  test('spec/signatures.md#header-parsing: pairs are separated by commas with optional spaces, and values are percent-decoded', () => {
    assert.deepEqual(parse('OAuth a="1",b="x%20y%2Bz" , c=""'), [
      ['a', '1'],
      ['b', 'x y+z'],
      ['c', ''],
    ])
  })

  for (const [name, separator] of Object.entries({
    'a bare comma': ',',
    'comma and space': ', ',
    'comma and line break': ',\r\n ',
    'comma and tab': ',\t',
    'space, comma and line feed': ' ,\n\t',
  })) {
    test(`spec/clients.md#signed-requests: header pairs separated by ${name}`, () => {
      assert.deepEqual(parse(`OAuth a="1"${separator}b="2"${separator}c="3"`), [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ])
    })
  }

  test('spec/signatures.md#header-parsing: realm is ignored and never signed, for any value', () => {
    for (const realm of [
      'realm=""',
      'Realm="http://sp.example.com/"',
      'realm="100% \\"a\\", b=\\"c\\" \\\\"',
    ]) {
      assert.deepEqual(parse(`OAuth ${realm}, a="1"`), [['a', '1']], realm)
    }
    assert.deepEqual(parse('OAuth realm="x"'), [])
  })

  test('empty list elements are ignored, and spaces around = allowed', () => {
    assert.deepEqual(parse('OAuth , a="1",, b = "2" ,'), [
      ['a', '1'],
      ['b', '2'],
    ])
  })

  test('names are percent-decoded, also if they need no encoding', () => {
    assert.deepEqual(parse('OAuth %6Fauth_token="a", oauth%5fnonce="%7e!%c3%A9"'), [
      ['oauth_token', 'a'],
      ['oauth_nonce', '~!é'],
    ])
  })

  test('a + is read as a plus sign, not as a space', () => {
    assert.deepEqual(parse('OAuth oauth_signature="a+b/c="'), [['oauth_signature', 'a+b/c=']])
  })

  for (const [name, text] of Object.entries({
    'a value without quotes': 'OAuth a=1',
    'a quote that is not closed': 'OAuth a="1',
    'a quote that is closed by an escaped one': 'OAuth realm="1\\"',
    'a name without value': 'OAuth a',
    'a value without name': 'OAuth ="1"',
    'a name with a space in it': 'OAuth a b="1"',
    'two pairs without a comma': 'OAuth a="1" b="2"',
    'text after the value': 'OAuth a="1"x',
    'a second scheme': 'OAuth a="1", OAuth b="2"',
    'a backslash in a value that is signed': 'OAuth a="\\"1"',
    'a broken escape': 'OAuth a="%zz"',
    'a broken escape in a name': 'OAuth a%="1"',
    'invalid UTF-8': 'OAuth a="%C3%28"',
    'a NUL': 'OAuth a="1"\0, b="2"',
    'a NUL in a name': 'OAuth a\0="1"',
  })) {
    test(`cannot be parsed with ${name}`, () => assert.equal(parse(text), undefined))
  }

  test(`cannot be parsed with more than ${MAX_HEADER_PAIRS} pairs`, () => {
    const pairs = Array.from({ length: MAX_HEADER_PAIRS }, (_, index) => [`a${index}`, 'x'] as const)
    assert.equal(parse(headerByTheRfc(pairs))?.length, MAX_HEADER_PAIRS)
    assert.equal(parse(headerByTheRfc([...pairs, ['b', 'x']])), undefined)
    assert.equal(parse(`${headerByTheRfc(pairs)}, realm="x"`), undefined)
  })

  test(`cannot be parsed above ${MAX_HEADER_LENGTH} octets`, () => {
    const long = (length: number): string => `OAuth a="${'x'.repeat(length - 10)}"`
    assert.equal(parse(long(MAX_HEADER_LENGTH))?.length, 1)
    assert.equal(parse(long(MAX_HEADER_LENGTH + 1)), undefined)
  })

  test('any pairs that are encoded correctly are decoded', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => value.isWellFormed())
    const name = text.filter((value) => value !== '' && value.toLowerCase() !== 'realm')
    const pairs = fc.array(fc.tuple(name, text), { maxLength: 10 })
    const separator = fc.constantFrom(',', ', ', ' ,\r\n\t', ',,')
    fc.assert(
      fc.property(pairs, separator, (list, comma) =>
        assert.deepEqual(parse(headerByTheRfc(list, comma)), list),
      ),
    )
  })

  test('never throws, for any text after the scheme', () => {
    const unit = fc.constantFrom('a', '=', '"', ',', '\\', ' ', '%', '2', '\0', 'é', '\ud800', 'realm')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (rest) => {
        const parsed = parse(`OAuth ${rest}`)
        assert.ok(parsed === undefined || Array.isArray(parsed))
      }),
      { numRuns: 1000 },
    )
  })
})
