import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as fc from '../../../../test/support/properties.ts'
import { KEY_BYTES, Vault } from '../../../lib/vault.ts'
import { grantOfRefreshToken, isAccessTokenForm, makeUserTokens } from './tokens.ts'

const tools = { random: randomBytes, vault: new Vault(randomBytes(KEY_BYTES), randomBytes) }
const GRANT_IDS = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

test('spec/oauth2.md#token-rules: a refresh token contains the id of its grant, and only the server with the right key accepts the token', () => {
  const foreign = new Vault(randomBytes(KEY_BYTES), randomBytes)
  fc.assert(
    fc.property(GRANT_IDS, (id) => {
      const { accessToken, refreshToken } = makeUserTokens(tools, id)
      assert.ok(isAccessTokenForm(accessToken))
      assert.match(refreshToken, /^[A-Za-z0-9_-]{64}$/)
      assert.equal(grantOfRefreshToken(tools.vault, refreshToken), id)
      assert.equal(grantOfRefreshToken(foreign, refreshToken), undefined)
      assert.equal(grantOfRefreshToken(tools.vault, accessToken), undefined)
    }),
  )
})

test('spec/oauth2.md#token-rules: a refresh token with any changed character is refused', () => {
  fc.assert(
    fc.property(GRANT_IDS, fc.nat(63), fc.constantFrom(...'AZaz09-_'), (id, at, character) => {
      const { refreshToken } = makeUserTokens(tools, id)
      const changed = refreshToken.slice(0, at) + character + refreshToken.slice(at + 1)
      const expected = changed === refreshToken ? id : undefined
      assert.equal(grantOfRefreshToken(tools.vault, changed), expected)
    }),
  )
})
