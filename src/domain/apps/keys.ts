/** Key pairs of apps. */
import { randomAlphanumeric } from '../../lib/vault.ts'
import type { Context } from '../context.ts'
import { consumerSecretContext } from './app.ts'

const CONSUMER_KEY_LENGTH = 25
const CONSUMER_SECRET_LENGTH = 50

/** Shown only once; the database stores the secret encrypted. */
export interface KeyPair {
  readonly consumerKey: string
  readonly consumerSecret: string
}

/**
 * Generates a key pair for an app, unless the caller passes a pair. The caller stores the pair with `sealed`, the
 * encrypted secret.
 * @param chosen an existing pair, such as in test data
 */
export function makeKeys(
  { random, vault }: Pick<Context, 'random' | 'vault'>,
  appId: bigint,
  chosen?: KeyPair,
): KeyPair & { readonly sealed: string } {
  const consumerKey = chosen?.consumerKey ?? randomAlphanumeric(random, CONSUMER_KEY_LENGTH)
  const consumerSecret = chosen?.consumerSecret ?? randomAlphanumeric(random, CONSUMER_SECRET_LENGTH)
  return { consumerKey, consumerSecret, sealed: vault.seal(consumerSecret, consumerSecretContext(appId)) }
}
