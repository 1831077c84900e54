import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { slowTest } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { callbackWith, isRegisteredCallback } from './callbacks.ts'

const APP = {
  callbackUrls: [
    'https://app.example/cb',
    'https://app.example/with?a=1',
    'http://127.0.0.1:3000/cb',
    'myapp://signed-in',
    'https://app.example/#/spa',
  ],
}

describe('spec/console.md#callback-match: a callback is matched', () => {
  const registered = [
    'https://app.example/cb',
    'https://app.example/cb?next=%2Fhome&x',
    'https://app.example/cb?',
    'https://app.example/with',
    'https://app.example/with?a=2',
    'http://127.0.0.1:3000/cb',
    'myapp://signed-in?x=1',
    'https://app.example/#/spa',
    'https://app.example/?x=1#/spa',
  ]
  for (const url of registered) {
    test(`exactly, except for the query: ${url}`, () => assert.equal(isRegisteredCallback(APP, url), true))
  }
  const others = [
    'https://app.example/cb/',
    'http://app.example/cb',
    'https://app.example:8443/cb',
    'https://app.example/CB',
    'https://APP.example/cb',
    'https://app.example/cb#x',
    'https://app.example/cb/../evil',
    'https://app.example/cb%2F',
    'https://app.example.evil.example/cb',
    'https://evil.example/https://app.example/cb',
    'https://app.example@evil.example/cb',
    'https://evil.example?https://app.example/cb',
    'https://app.example',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:3001/cb',
    'javascript:alert(1)',
    'myapp://other',
    '//app.example/cb',
    ' https://app.example/cb',
    'https://app.example/cb\n',
    'https://app.example/cb?x=\0',
    '',
    '?x=1',
  ]
  for (const url of others) {
    test(`other texts do not match: ${JSON.stringify(url)}`, () =>
      assert.equal(isRegisteredCallback(APP, url), false))
  }

  test('an app without callbacks matches no callback', () => {
    assert.equal(isRegisteredCallback({ callbackUrls: [] }, 'https://app.example/cb'), false)
  })
})

describe('spec/clients.md#answers: the query string of a callback is kept', () => {
  const added = { oauth_token: 'T', oauth_verifier: 'V' }
  const cases: Record<string, string> = {
    'https://app.example/cb': 'https://app.example/cb?oauth_token=T&oauth_verifier=V',
    'https://app.example': 'https://app.example/?oauth_token=T&oauth_verifier=V',
    'https://app.example/cb?': 'https://app.example/cb?oauth_token=T&oauth_verifier=V',
    'https://app.example/cb?a=1&b=%20+%2F&c':
      'https://app.example/cb?a=1&b=%20+%2F&c&oauth_token=T&oauth_verifier=V',
    'https://app.example/?x=1#/spa': 'https://app.example/?x=1&oauth_token=T&oauth_verifier=V#/spa',
    'myapp://signed-in': 'myapp://signed-in?oauth_token=T&oauth_verifier=V',
    'myapp:signed-in': 'myapp:signed-in?oauth_token=T&oauth_verifier=V',
  }
  for (const [callback, expected] of Object.entries(cases)) {
    test(callback, () => assert.equal(callbackWith(callback, added), expected))
  }

  slowTest('added parameters can be read back, and cannot change the rest of the URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (callback, value) => {
        const before = new URL(callback)
        const after = new URL(callbackWith(callback, { denied: value }))
        assert.equal(after.searchParams.getAll('denied').at(-1), value)
        assert.deepEqual([after.origin, after.pathname], [before.origin, before.pathname])
        assert.ok(after.search.startsWith(before.search))
        assert.match(after.href, /^[\x21-\x7e]*$/)
      }),
      { numRuns: 30 },
    )
  })
})
