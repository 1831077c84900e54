/**
 * Versions of the credentials of an app. A page of the console sends the version that the page shows, so that an
 * outdated page cannot revoke newer credentials (spec/console.md#keys-and-tokens).
 */
import { hashSecret } from '../../../lib/vault.ts'
import { Refusal } from '../../context.ts'
import type { App } from '../app.ts'

const VERSION_LENGTH = 16

/** The version of the consumer key and secret. */
export function keysVersion({ consumerKey }: Pick<App, 'consumerKey'>): string {
  return versionOf('keys', consumerKey)
}

/** The version of the bearer token. The version also changes when the app loses its token. */
export function bearerVersion(app: Pick<App, 'bearerGeneration' | 'hasBearer'>): string {
  return versionOf('bearer', app.bearerGeneration, app.hasBearer)
}

/** The version of the owner's access token. @param newest the newest live token; undefined without one */
export function tokenVersion(newest: { readonly token: string } | undefined): string {
  return versionOf('token', newest?.token)
}

/** The version of the OAuth 2.0 client and its secret. @param client undefined for an app without a client */
export function clientVersion(
  client: { readonly type: string; readonly credentialHash: string | null } | undefined,
): string {
  return versionOf('client', client?.type, client?.credentialHash)
}

/**
 * Requires that the current version is the version that the page showed.
 * @param seen the version that the page showed; undefined for callers without a version, such as the command line
 * @throws {Refusal} `credentials-changed`
 */
export function requireVersion(seen: string | undefined, current: string): void {
  if (seen === undefined || seen === current) return
  throw new Refusal(
    'credentials-changed',
    'these credentials have changed since the page was loaded; load it again before you change them',
  )
}

function versionOf(...parts: readonly unknown[]): string {
  return hashSecret(JSON.stringify(parts)).slice(0, VERSION_LENGTH)
}
