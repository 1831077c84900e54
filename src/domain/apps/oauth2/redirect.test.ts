import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { isRegisteredRedirect, isSameRedirect } from './redirect.ts'

test('spec/oauth2.md#clients: an empty path equals /, and no other difference is allowed', () => {
  for (const [one, other] of [
    ['http://127.0.0.1:1410', 'http://127.0.0.1:1410/'],
    ['http://127.0.0.1:1410?a=1', 'http://127.0.0.1:1410/?a=1'],
  ] as const) {
    assert.ok(isSameRedirect(one, other))
    assert.ok(isRegisteredRedirect({ callbackUrls: [one] }, other))
    assert.ok(isRegisteredRedirect({ callbackUrls: [other] }, one))
  }
})

test('spec/oauth2.md#clients: every other change of a registered URI is refused', () => {
  const registered = 'https://app.example/cb?a=1'
  fc.assert(
    fc.property(fc.nat(registered.length), fc.string({ minLength: 1, maxLength: 4 }), (at, added) => {
      const changed = registered.slice(0, at) + added + registered.slice(at)
      assert.equal(isRegisteredRedirect({ callbackUrls: [registered] }, changed), false)
    }),
  )
  fc.assert(
    fc.property(fc.nat(registered.length - 1), (at) => {
      const changed = registered.slice(0, at) + registered.slice(at + 1)
      assert.equal(isRegisteredRedirect({ callbackUrls: [registered] }, changed), false)
    }),
  )
})

test('RFC 6749 section 3.1.2: a URI with a fragment never matches', () => {
  const uri = 'https://app.example/cb#part'
  assert.equal(isRegisteredRedirect({ callbackUrls: [uri] }, uri), false)
})
