import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formText } from '../../../test/support/oauth/oauth-facts.ts'
import * as fc from '../../../test/support/properties.ts'
import { decodePercent, MalformedEncoding } from '../../lib/percent.ts'
import { readForm } from './form.ts'
import { type Pair, Source } from './pairs.ts'

function parse(text: string, max = 1000): [string, string][] {
  const pairs: Pair[] = []
  // Other text surrounds the text, as in a complete request.
  const octets = Buffer.alloc(3 * text.length + 10, '&x=1')
  readForm(Source.write('form', octets, 4, text), pairs, max)
  return pairs.map((pair) => [decodePercent(pair.source.slice(pair.nameStart, pair.nameEnd)), pair.value])
}

describe('query strings and form bodies', () => {
  test('a piece may lack =, may have an empty name or an empty value, and its value may contain =', () => {
    assert.deepEqual(parse('c2&a3=2+q&c%40=&=v&b5=%3D%253D&x=a=b'), [
      ['c2', ''],
      ['a3', '2 q'],
      ['c@', ''],
      ['', 'v'],
      ['b5', '=%3D'],
      ['x', 'a=b'],
    ])
  })

  test('empty pieces are ignored', () => {
    assert.deepEqual(parse('&&a=1&&b=2&'), [
      ['a', '1'],
      ['b', '2'],
    ])
    assert.deepEqual(parse(''), [])
    assert.deepEqual(parse('&'), [])
  })

  test("spec/clients.md#signed-requests: + or %20, ~ or %7E, *'()! bare or encoded", () => {
    for (const text of ['a=%20~%2A%27%28%29%21', "a=+%7E*'()!", 'a=%20%7e*%27()%21']) {
      assert.deepEqual(parse(text), [['a', " ~*'()!"]])
    }
  })

  test('text without percent encoding is UTF-8', () => {
    assert.deepEqual(parse('é=☃%20ü'), [['é', '☃ ü']])
  })

  test('a semicolon is not a separator', () => {
    assert.deepEqual(parse('a=1;b=2'), [['a', '1;b=2']])
  })

  for (const text of ['a=%', 'a=%zz', '%=1', 'a=1&b=%C3', 'a=%FF', 'a=%ED%A0%80']) {
    test(`broken encoding is reported: ${text}`, () => assert.throws(() => parse(text), MalformedEncoding))
  }

  test('reading stops when there are more pairs than the limit', () => {
    assert.equal(parse('a&a&a&a', 4).length, 4)
    assert.equal(parse('a&'.repeat(500), 4).length, 5)
  })

  test('the pairs equal those of URLSearchParams, for any text without broken escapes', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      '&',
      '=',
      '+',
      '%20',
      '%2B',
      '%7E',
      '%C3%A9',
      '~',
      '*',
      '!',
      '/',
      '☃',
      '\0',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        assert.deepEqual(parse(text), [...new URLSearchParams(text)])
      }),
      { numRuns: 1000 },
    )
  })

  test('any pairs that a browser has encoded are decoded', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => value.isWellFormed())
    const pairs = fc.array(fc.tuple(text, text), { maxLength: 20 })
    fc.assert(fc.property(pairs, (list) => assert.deepEqual(parse(formText(list)), list)))
  })
})
