import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { isVerifierOf, readChallenge } from './challenge.ts'

const VERIFIERS = fc.stringMatching(/^[A-Za-z0-9\-._~]{1,128}$/)

test('spec/oauth2.md#authorization: a verifier matches only its own challenge', () => {
  fc.assert(
    fc.property(
      VERIFIERS,
      VERIFIERS,
      fc.constantFrom('S256', 's256', 'plain', 'PLAIN', undefined),
      (own, other, method) => {
        const isHashed = method?.toLowerCase() === 's256'
        const value = isHashed ? createHash('sha256').update(own).digest('base64url') : own
        const challenge = readChallenge(value, method)
        assert.ok(challenge !== undefined)
        assert.equal(isVerifierOf(challenge, own), true)
        assert.equal(isVerifierOf(challenge, other), own === other)
      },
    ),
  )
})

test('RFC 7636 appendix B: the example', () => {
  const challenge = readChallenge('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'S256')
  assert.ok(challenge !== undefined)
  assert.ok(isVerifierOf(challenge, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'))
})

test('spec/oauth2.md#authorization: unknown methods, and values that no verifier can match, are refused', () => {
  for (const [value, method] of [
    ['', 'plain'],
    ['', undefined],
    ['a'.repeat(129), 'plain'],
    ['with space', 'plain'],
    ['a'.repeat(42), 'S256'],
    [`${'a'.repeat(42)}=`, 'S256'],
    ['a'.repeat(43), 'S512'],
    ['a'.repeat(43), ''],
  ] as const) {
    assert.equal(readChallenge(value, method), undefined, `${value} ${method}`)
  }
})
