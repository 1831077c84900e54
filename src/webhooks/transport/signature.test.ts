import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { isResponseTo, Signable, Signer, signatureOf } from './signature.ts'

/** Secrets of any length. Secrets longer than a block are included, because they are hashed before use. */
const SECRETS = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer({ min: 62, max: 66 }).map((length) => 's'.repeat(length)),
)

test('spec/webhooks.md#delivery: a signature is HMAC-SHA256 of the bytes that are sent', () => {
  fc.assert(
    fc.property(SECRETS, fc.string({ unit: 'binary', maxLength: 500 }), (secret, text) => {
      const octets = Buffer.from(text)
      const expected = `sha256=${createHmac('sha256', secret).update(octets).digest('base64')}`
      assert.equal(signatureOf(secret, text), expected)
      const message = new Signable(text)
      assert.deepEqual(message.octets, octets)
      assert.equal(new Signer(secret).sign(message), expected)
    }),
  )
})

test('several signers can use one message repeatedly, and leave it unchanged', () => {
  const message = new Signable('{"a":"\u00e9"}')
  const signers = ['one', 'other', 'x'.repeat(100)].map((secret) => new Signer(secret))
  const signAll = () => signers.map((signer) => signer.sign(message))
  const first = signAll()
  assert.equal(new Set(first).size, 3)
  assert.deepEqual(signAll(), first)
  assert.equal(message.octets.toString(), '{"a":"\u00e9"}')
})

test('spec/webhooks.md#challenge: only the signature of the token is accepted in response to a challenge', () => {
  assert.ok(isResponseTo('secret', 'token', signatureOf('secret', 'token')))
  assert.ok(!isResponseTo('secret', 'token', signatureOf('other', 'token')))
  assert.ok(!isResponseTo('secret', 'token', undefined))
})
