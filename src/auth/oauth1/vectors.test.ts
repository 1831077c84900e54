/** Verifies published requests, and requests that other implementations have signed. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import OAuth from 'oauth-1.0a'
import vectors from '../../../test/fixtures/oauth/vectors.json' with { type: 'json' }
import {
  CONSUMER_SECRET,
  formText,
  PROTOCOL,
  signedFacts,
  TOKEN_SECRET,
} from '../../../test/support/oauth/oauth-facts.ts'
import { headerByTheRfc, type NameAndValue } from '../../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../../test/support/properties.ts'
import { type RequestFacts, readCredentials, type SignedRequest } from './credentials.ts'
import { SigningKey, verify } from './signature.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

type Vector = (typeof vectors.signatures)[number]

function factsOf(vector: Vector, oauth: readonly NameAndValue[]): RequestFacts {
  const { protocol, host, pathname, search } = new URL(vector.url)
  return {
    method: vector.method,
    scheme: protocol === 'https:' ? 'https' : 'http',
    host,
    target: pathname + search,
    authorization: [headerByTheRfc([['realm', 'Example'], ...oauth])],
    contentType: vector.form === null ? undefined : FORM_TYPE,
    form: vector.form === null ? undefined : formText(vector.form as [string, string][]),
  }
}

function read(request: RequestFacts): SignedRequest {
  const credentials = readCredentials(request)
  assert.equal(credentials.kind, 'signed', JSON.stringify(credentials))
  return credentials as SignedRequest
}

describe('published requests', () => {
  for (const vector of vectors.signatures) {
    test(vector.name, () => {
      const oauth = Object.entries({ ...vector.oauth_parameters, oauth_signature: vector.signature })
      const signed = read(factsOf(vector, oauth))
      assert.equal(signed.baseString, vector.base_string)
      assert.ok(verify(signed, new SigningKey(vector.consumer_secret, vector.token_secret)))
      assert.ok(!verify(signed, new SigningKey(vector.token_secret, vector.consumer_secret)))
    })
  }

  for (const [host, signature] of [
    ['api.twitter.com', 'hCtSmYh+iHYCEqBWrE7C7hYmtUk='],
    ['api.x.com', 'Ls93hJiZbQ3akF3HF3x1Bz8/zU4='],
  ] as const) {
    test(`spec/signatures.md#known-answer: known-answer test for ${host}`, () => {
      const request: RequestFacts = {
        method: 'POST',
        scheme: 'https',
        host,
        target: '/1.1/statuses/update.json?include_entities=true',
        authorization: [headerByTheRfc(Object.entries({ ...PROTOCOL, oauth_signature: signature }))],
        contentType: FORM_TYPE,
        form: 'status=Hello+Ladies+%2B+Gentlemen%2C+a+signed+OAuth+request%21',
      }
      assert.ok(verify(read(request), new SigningKey(CONSUMER_SECRET, TOKEN_SECRET)))
    })
  }
})

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => value.isWellFormed())
const name = text.filter((value) => value !== '' && !value.startsWith('oauth_') && !(value in {}))
const pairsWith = (names: fc.Arbitrary<string>): fc.Arbitrary<[string, string][]> =>
  fc.uniqueArray(fc.tuple(names, text), { maxLength: 20, selector: ([first]) => first })
// oauth-1.0a signs the names of a query as in the URL, without decoding them.
const plainName = fc.stringMatching(/^[a-m0-9._-]{1,8}$/)
const path = fc.webPath().map((value) => `/${value.replace(/^\//, '')}`)

describe('requests of other implementations', () => {
  test('every request that the npm package oauth-1.0a signs is verified', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'DELETE'),
        path,
        pairsWith(plainName),
        pairsWith(name.filter((value) => !/^[a-m0-9._-]{1,8}$/.test(value))),
        fc.constantFrom(', ', ','),
        fc.tuple(text, text),
        (method, pathname, inQuery, posted, separator, [consumerSecret, tokenSecret]) => {
          const inForm = method === 'POST' ? posted : []
          // The package oauth-1.0a reads a plus sign in a query as a plus sign, and the server reads it as a space.
          const query = formText(inQuery).replaceAll('+', '%20')
          const target = query === '' ? pathname : `${pathname}?${query}`
          const client = new OAuth({
            consumer: { key: 'consumer key', secret: consumerSecret },
            signature_method: 'HMAC-SHA1',
            parameter_seperator: separator,
            hash_function: (message, key) => createHmac('sha1', key).update(message).digest('base64'),
          })
          const authorization = client.toHeader(
            client.authorize(
              { url: `https://api.example.com${target}`, method, data: Object.fromEntries(inForm) },
              { key: 'token key', secret: tokenSecret },
            ),
          ).Authorization
          const request: RequestFacts = {
            method,
            scheme: 'https',
            host: 'api.example.com',
            target,
            authorization: [authorization],
            contentType: method === 'POST' ? FORM_TYPE : undefined,
            form: method === 'POST' ? formText(inForm) : undefined,
          }
          const signed = read(request)
          assert.equal(signed.consumerKey, 'consumer key')
          assert.equal(signed.token, 'token key')
          assert.ok(verify(signed, new SigningKey(consumerSecret, tokenSecret)))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('every request that a direct implementation of RFC 5849 signs is verified, for all locations of the credentials', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('header', 'query', 'form'),
        pairsWith(name),
        pairsWith(name),
        (place, query, form) => {
          const signed = read(signedFacts({ place, query, form }))
          assert.ok(verify(signed, new SigningKey(CONSUMER_SECRET, TOKEN_SECRET)))
        },
      ),
    )
  })
})
