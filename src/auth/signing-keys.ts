/** Computes the signing keys of token holders. A key is computed once for as long as its holder is cached. */
import { consumerSecretOf } from '../domain/apps/app.ts'
import type { TokenHolder } from '../domain/apps/token-holder.ts'
import { tokenSecretOf } from '../domain/apps/tokens.ts'
import type { Vault } from '../lib/vault.ts'
import { SigningKey } from './oauth1/signature.ts'

/**
 * Signing keys by token holder. An entry is never stale, because the cache makes a new holder object for every change
 * (views/credential-cache.ts).
 */
const KEYS = new WeakMap<TokenHolder, SigningKey>()

/**
 * The signing key of a holder.
 * @throws {SealBroken} when the secrets were encrypted with another key than the key of `vault`
 */
export function signingKeyOf(vault: Vault, holder: TokenHolder): SigningKey {
  let key = KEYS.get(holder)
  if (key === undefined) {
    key = new SigningKey(consumerSecretOf(vault, holder.app), tokenSecretOf(vault, holder.token))
    KEYS.set(holder, key)
  }
  return key
}
