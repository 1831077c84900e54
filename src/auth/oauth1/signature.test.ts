import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { encodeByTheRfc } from '../../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../../test/support/properties.ts'
import { SigningKey, sign, verify } from './signature.ts'

const BASE_STRING = 'GET&https%3A%2F%2Fapi.example.com%2F&a%3D1'

describe('signing', () => {
  test('spec/signatures.md#key: the key is enc(consumer secret) & enc(token secret or empty)', () => {
    const expected = (key: string): string => createHmac('sha1', key).update(BASE_STRING).digest('base64')
    assert.equal(sign(BASE_STRING, new SigningKey('c', 't')), expected('c&t'))
    assert.equal(sign(BASE_STRING, new SigningKey('c', '')), expected('c&'))
    assert.equal(sign(BASE_STRING, new SigningKey('c&/', 'é')), expected('c%26%2F&%C3%A9'))
  })

  test('the result equals the result of createHmac for keys and messages of any length', () => {
    const secret = fc.string({ unit: 'binary', maxLength: 80 })
    const message = fc
      .string({ unit: fc.constantFrom('a', '%', '~'), maxLength: 300 })
      .chain((text) => fc.constantFrom(text, text.repeat(400)))
    fc.assert(
      fc.property(secret, secret, message, (consumer, token, text) => {
        const key = `${encodeByTheRfc(consumer)}&${encodeByTheRfc(token)}`
        const expected = createHmac('sha1', key).update(text).digest('base64')
        assert.equal(sign(text, new SigningKey(consumer, token)), expected)
      }),
    )
  })

  test('keys of 63, 64 and 65 octets: a key longer than the block size of 64 is hashed first', () => {
    for (const length of [62, 63, 64]) {
      const secret = 'k'.repeat(length)
      const expected = createHmac('sha1', `${secret}&`).update(BASE_STRING).digest('base64')
      assert.equal(sign(BASE_STRING, new SigningKey(secret, '')), expected)
    }
  })
})

describe('verifying', () => {
  const signature = sign(BASE_STRING, new SigningKey('c', 't'))

  test('accepts only the signature that was made with both secrets', () => {
    assert.ok(verify({ baseString: BASE_STRING, signature }, new SigningKey('c', 't')))
    assert.ok(!verify({ baseString: BASE_STRING, signature }, new SigningKey('c', '')))
    assert.ok(!verify({ baseString: BASE_STRING, signature }, new SigningKey('t', 'c')))
    assert.ok(!verify({ baseString: `${BASE_STRING}0`, signature }, new SigningKey('c', 't')))
  })

  test('refuses any other text, including texts of another length and non-ASCII texts', () => {
    const others = [
      '',
      ' '.repeat(28),
      signature.slice(0, -1),
      `${signature}=`,
      `${signature} `,
      signature.toLowerCase(),
      signature.replace('=', '%3D'),
      `${signature.slice(0, -1)}\u013d`,
      `${signature.slice(0, 27)}é`,
      `${signature.slice(0, 25)}€`,
      '\ud800'.repeat(28),
      'x'.repeat(1_000_000),
    ]
    for (const other of others) {
      assert.ok(
        !verify({ baseString: BASE_STRING, signature: other }, new SigningKey('c', 't')),
        other.slice(0, 40),
      )
    }
  })

  test('refuses another base64 spelling of the same digest', () => {
    // The last digit before the padding has two unused bits.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const digit = alphabet[alphabet.indexOf(signature[26] ?? '') ^ 1] ?? ''
    const respelled = `${signature.slice(0, 26)}${digit}=`
    assert.deepEqual(Buffer.from(respelled, 'base64'), Buffer.from(signature, 'base64'))
    assert.ok(!verify({ baseString: BASE_STRING, signature: respelled }, new SigningKey('c', 't')))
  })
})
