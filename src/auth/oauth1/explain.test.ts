import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CONSUMER_SECRET,
  PROTOCOL,
  signedFacts,
  TOKEN_SECRET,
  type Unsigned,
} from '../../../test/support/oauth/oauth-facts.ts'
import * as fc from '../../../test/support/properties.ts'
import { readCredentials, type SignedRequest } from './credentials.ts'
import { explain } from './explain.ts'

function signedOf(changes: Partial<Unsigned>): SignedRequest {
  const credentials = readCredentials(signedFacts(changes))
  assert.equal(credentials.kind, 'signed')
  return credentials as SignedRequest
}

describe('the explanation of a signature', () => {
  test('is the base string itself when no parameter is a secret', () => {
    const signed = signedOf({})
    assert.equal(explain(signed), signed.baseString)
  })

  const sensitive = [
    ...[
      'oauth_verifier',
      'client_secret',
      'oauth_token_secret',
      'consumerSecret',
      'password',
      'x_auth_password',
    ],
    ...['new_PASSWORD', 'passwd', 'pin', 'oauth_pin', 'access_token', 'bearer_token', 'a b[secret]'],
  ]
  for (const name of sensitive) {
    test(`masks the value of ${name} in query and form`, () => {
      for (const place of ['query', 'form'] as const) {
        const shown = explain(signedOf({ [place]: [[name, 'hunter2 & co']] }))
        assert.doesNotMatch(shown, /hunter2/)
        assert.match(shown, /%3D\*\*\*(?:%26|$)/)
      }
    })
  }

  test('masks all of several secrets', () => {
    const query: [string, string][] = [
      ['password', 'one'],
      ['password', 'two'],
      ['pin', 'three'],
    ]
    const shown = explain(signedOf({ query, form: [], protocol: { ...PROTOCOL, oauth_verifier: 'four' } }))
    assert.doesNotMatch(shown, /one|two|three|four/)
    assert.equal(shown.split('***').length, 5)
  })

  test('shows texts that mention secrets, and names that only resemble secret names', () => {
    const form: [string, string][] = [
      ['status', 'password=hunter2&pin=1'],
      ['pinned', 'yes'],
      ['oauth_token_type', 'x'],
      ['spin', '1'],
    ]
    const signed = signedOf({ form })
    assert.equal(explain(signed), signed.baseString)
  })

  test('contains no signing secret, for any parameters', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (form) => {
        const shown = explain(signedOf({ form }))
        assert.ok(!shown.includes(CONSUMER_SECRET))
        assert.ok(!shown.includes(TOKEN_SECRET))
      }),
    )
  })

  test('hides any secret value, even if the value contains & and =', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const query: [string, string][] = [
          ['a', 'b'],
          ['password', value],
        ]
        const hidden = explain(signedOf({ query, form: [] }))
        assert.equal(hidden, explain(signedOf({ query: [query[0] ?? ['', ''], ['password', '']], form: [] })))
      }),
    )
  })
})
