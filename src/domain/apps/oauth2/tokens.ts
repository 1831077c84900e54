/**
 * Tokens of OAuth 2.0 users (spec/oauth2.md#token-rules). Tokens are opaque, and the database has only their hashes. A
 * refresh token contains the id of its grant and a keyed hash, so that the server recognizes a used refresh token after
 * it has deleted the stored hash of the token.
 */
import { equalSecrets, type Vault } from '../../../lib/vault.ts'
import type { Context } from '../../context.ts'

/** Lifetime of an access token in milliseconds: two hours. */
export const ACCESS_TOKEN_MS = 2 * 3_600_000
/** Lifetime of a refresh token in milliseconds: 180 days. */
export const REFRESH_TOKEN_MS = 180 * 24 * 3_600_000

const ACCESS_BYTES = 48
const NONCE_BYTES = 24
const MAC_BYTES = 16
const ID_BYTES = 8

/** 48 bytes in base64url. Bearer tokens of apps contain percent escapes, so they never have this form. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/

export interface UserTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** Makes new tokens for a grant. Call this before the transaction, because a transaction awaits only the database. */
export function makeUserTokens(
  { random, vault }: Pick<Context, 'random' | 'vault'>,
  grantId: bigint,
): UserTokens {
  const head = Buffer.alloc(ID_BYTES + NONCE_BYTES)
  head.writeBigUInt64BE(grantId)
  head.set(random(NONCE_BYTES), ID_BYTES)
  return {
    accessToken: random(ACCESS_BYTES).toString('base64url'),
    refreshToken: Buffer.concat([head, macOf(vault, head)]).toString('base64url'),
  }
}

/** True if a bearer token has the form of a user's access token. */
export function isAccessTokenForm(token: string): boolean {
  return TOKEN.test(token)
}

/** The grant for which a refresh token was issued, also if the token has been used; undefined for any other text. */
export function grantOfRefreshToken(vault: Vault, token: string): bigint | undefined {
  if (!TOKEN.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const head = bytes.subarray(0, ID_BYTES + NONCE_BYTES)
  const mac = bytes.subarray(ID_BYTES + NONCE_BYTES)
  const isOurs = equalSecrets(mac.toString('base64url'), macOf(vault, head).toString('base64url'))
  return isOurs ? head.readBigUInt64BE() : undefined
}

function macOf(vault: Vault, head: Buffer): Buffer {
  return vault.derive(`oauth2.refresh:${head.toString('base64url')}`).subarray(0, MAC_BYTES)
}
