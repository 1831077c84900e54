/** The key pair of an app. */
import { randomAlphanumeric } from '../../lib/vault.ts'
import type { Context } from '../context.ts'
import { consumerSecretContext } from './app.ts'

const CONSUMER_KEY_LENGTH = 25
const CONSUMER_SECRET_LENGTH = 50

/** Shown this once; the store keeps the secret sealed. */
export interface KeyPair {
  readonly consumerKey: string
  readonly consumerSecret: string
}

/** Makes a pair for the app of that id. Nothing knows it before it is stored. */
export function makeKeys(
  { random, vault }: Pick<Context, 'random' | 'vault'>,
  appId: bigint,
): KeyPair & { readonly sealed: string } {
  const consumerKey = randomAlphanumeric(random, CONSUMER_KEY_LENGTH)
  const consumerSecret = randomAlphanumeric(random, CONSUMER_SECRET_LENGTH)
  return { consumerKey, consumerSecret, sealed: vault.seal(consumerSecret, consumerSecretContext(appId)) }
}
