import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import vectors from '../../test/fixtures/oauth/vectors.json' with { type: 'json' }
import { encodeByTheRfc } from '../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../test/support/properties.ts'
import { decodeFormText, decodePercent, encodePercent, MalformedEncoding } from './percent.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

describe('percent encoding', () => {
  test('spec/signatures.md#encoding: the published examples are encoded as published', () => {
    for (const [text = '', encoded] of vectors.percent_encoding) {
      assert.equal(encodePercent(text), encoded)
    }
  })

  test('spec/signatures.md#encoding: A-Z a-z 0-9 - . _ ~ do not change, and every other octet becomes %XX in upper case', () => {
    for (let code = 0; code < 128; code += 1) {
      const character = String.fromCharCode(code)
      const hex = `%${code.toString(16).toUpperCase().padStart(2, '0')}`
      assert.equal(encodePercent(character), /[A-Za-z0-9\-._~]/.test(character) ? character : hex)
    }
  })

  test('any text is encoded to the same result as by an encoder that handles one octet at a time', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(encodePercent(text), encodeByTheRfc(text))))
  })

  test('a lone surrogate is encoded as U+FFFD', () => {
    assert.equal(encodePercent('a\ud800b'), 'a%EF%BF%BDb')
    assert.equal(encodePercent('\udc00'), '%EF%BF%BD')
  })
})

describe('percent decoding', () => {
  test('reverses the encoding of any text', () => {
    fc.assert(fc.property(anyText, (text) => assert.equal(decodePercent(encodePercent(text)), text)))
  })

  test('decodes only once, accepts hex digits in upper or lower case, and does not change +', () => {
    assert.equal(decodePercent('%252B%2b%2B+'), '%2B+++')
  })

  test('in forms, decodes + as a space and %2B as +', () => {
    assert.equal(decodeFormText('a+b%20c%2Bd'), 'a b c+d')
  })

  const broken = ['%', 'a%', '%2', '%zz', '%2g', '% 20', '%u263A', '%%20']
  for (const text of broken) {
    test(`reports the broken escape in ${JSON.stringify(text)}`, () => {
      assert.throws(() => decodePercent(text), { name: 'MalformedEncoding', fault: 'escape' })
    })
  }

  const notUtf8 = [
    '%FF',
    '%C3',
    '%C3%28',
    '%80',
    '%C0%AF',
    '%E0%80%AF',
    '%ED%A0%80',
    '%F5%80%80%80',
    '%E2%82x',
  ]
  for (const text of notUtf8) {
    test(`reports the invalid UTF-8 in ${text}`, () => {
      assert.throws(() => decodePercent(text), { name: 'MalformedEncoding', fault: 'utf-8' })
    })
  }

  test('throws only MalformedEncoding, for any text', () => {
    const percentish = fc.string({ unit: fc.constantFrom('%', 'C', '3', 'f', 'g', '+', 'é', '\ud800') })
    fc.assert(
      fc.property(percentish, (text) => {
        try {
          assert.equal(typeof decodeFormText(text), 'string')
        } catch (error) {
          assert.ok(error instanceof MalformedEncoding)
        }
      }),
    )
  })
})
