/** Authenticates bearer tokens of apps and of OAuth 2.0 users (spec/v2.md#callers). */
import { isAccessTokenForm } from '../domain/apps/oauth2/tokens.ts'
import type { Context } from '../domain/context.ts'
import type { CredentialCache } from '../views/credential-cache.ts'
import { appCaller, type Caller, type EndpointAuth, grantCallers } from './caller.ts'
import { AuthError } from './errors.ts'

interface BearerParts {
  readonly context: Pick<Context, 'clock'>
  readonly credentials: CredentialCache
}

/**
 * The app or the user of a bearer token. Tokens of apps and of users have different forms, so the form of a token
 * determines which table is read.
 * @throws {AuthError} `bad-token`, `user-suspended`
 */
export async function bearerCaller(
  authenticator: BearerParts,
  bearer: string,
  endpoint: EndpointAuth,
): Promise<Caller> {
  if (isAccessTokenForm(bearer)) return grantCaller(authenticator, bearer, endpoint)
  const { credentials } = authenticator
  const app = await credentials.appOf(bearer)
  if (app === undefined)
    throw new AuthError('bad-token', 'the bearer token is unknown, revoked or was rotated')
  if (app.suspendedAt !== null) throw new AuthError('bad-token', 'the app is suspended', app.id)
  return appCaller(app)
}

/** The caller of an OAuth 2.0 access token (spec/oauth2.md#token-rules, spec/v2.md#callers). */
async function grantCaller(
  { context, credentials }: BearerParts,
  accessToken: string,
  { auth, scopes }: EndpointAuth,
): Promise<Caller> {
  const holder = await credentials.grantOf(accessToken)
  if (holder === undefined || holder.grant.accessExpiresAt <= context.clock.now()) {
    const why = 'the access token is unknown, expired, revoked or was refreshed'
    throw new AuthError('bad-token', why, holder?.app.id)
  }
  const { app, user } = holder
  if (user.deactivatedAt !== null || app.suspendedAt !== null) {
    throw new AuthError('bad-token', 'the app is suspended, or the owner of the token has left', app.id)
  }
  if (scopes === undefined)
    throw new AuthError('bad-token', 'the endpoint takes no OAuth 2.0 user token', app.id)
  const callers = grantCallers(holder)
  if (auth.includes('user') || !auth.includes('app')) return callers.user
  if (user.suspendedAt !== null)
    throw new AuthError('user-suspended', 'the owner of the token is suspended', app.id)
  return callers.app
}
