import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { encodePercent } from '../../lib/percent.ts'
import { readCredentials } from './credentials.ts'
import { type SigningCredentials, signRequest } from './sign-request.ts'
import { SigningKey, verify } from './signature.ts'

const SIGNER: SigningCredentials = {
  consumerKey: 'ck',
  consumerSecret: 'consumer secret',
  token: { token: '12-token', secret: 'token/secret' },
}

const HOSTS = ['api.example.org', 'localhost:8080', 'API.example.org:443', '[::1]:80'] as const

const NAME = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !name.startsWith('oauth_'))

test('spec/signatures.md#base-string: the server reads the base string that was signed, and verifies it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('GET', 'POST'),
      fc.constantFrom('http' as const, 'https' as const),
      fc.constantFrom(...HOSTS),
      fc.array(fc.tuple(NAME, fc.string({ unit: 'grapheme' })), { maxLength: 6 }),
      fc.boolean(),
      (method, scheme, host, parameters, isForm) => {
        const path = '/1.1/statuses/update.json'
        const pairs = parameters.map((pair) => pair.map((text) => encodePercent(text)).join('=')).join('&')
        const request = { method, scheme, host, path, parameters }
        const { authorization, baseString } = signRequest(request, SIGNER, 'nonce', 1_600_000_000)
        const read = readCredentials({
          ...{ method, scheme, host, authorization: [authorization] },
          target: isForm ? path : `${path}?${pairs}`,
          contentType: isForm ? 'application/x-www-form-urlencoded' : undefined,
          form: isForm ? pairs : undefined,
        })
        assert.ok(read.kind === 'signed', JSON.stringify(read))
        assert.equal(read.baseString, baseString)
        assert.equal(read.consumerKey, 'ck')
        assert.ok(verify(read, new SigningKey('consumer secret', 'token/secret')))
      },
    ),
  )
})

test('a request without a token is signed by the app alone', () => {
  const request = {
    method: 'POST',
    scheme: 'http',
    host: 'localhost',
    path: '/oauth/x',
    parameters: [],
  } as const
  const { authorization, baseString } = signRequest(request, { ...SIGNER, token: undefined }, 'n', 1)
  assert.doesNotMatch(`${authorization} ${baseString}`, /oauth_token/)
})
