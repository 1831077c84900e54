/** Keys with which the holders of tokens sign, each made once for as long as its holder is known. */
import { consumerSecretOf } from '../domain/apps/app.ts'
import type { TokenHolder } from '../domain/apps/token-holder.ts'
import { tokenSecretOf } from '../domain/apps/tokens.ts'
import type { Vault } from '../lib/vault.ts'
import { SigningKey } from './oauth1/signature.ts'

/** A holder is a new object whenever something of it has changed (known-credentials.ts), its secrets too. */
const KEYS = new WeakMap<TokenHolder, SigningKey>()

/** @throws {SealBroken} when the secrets were sealed with another key than that of `vault` */
export function signingKeyOf(vault: Vault, holder: TokenHolder): SigningKey {
  let key = KEYS.get(holder)
  if (key === undefined) {
    key = new SigningKey(consumerSecretOf(vault, holder.app), tokenSecretOf(vault, holder.token))
    KEYS.set(holder, key)
  }
  return key
}
