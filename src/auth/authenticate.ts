/** Finds out who calls, in the order of common.md section 2. */
import { findUser, type User } from '../domain/accounts/user.ts'
import {
  type App,
  allows,
  consumerSecretOf,
  findAppByBearer,
  findAppByConsumerKey,
} from '../domain/apps/app.ts'
import { findRequestToken, requestTokenSecretOf } from '../domain/apps/request-tokens.ts'
import { type AccessToken, findToken, tokenSecretOf } from '../domain/apps/tokens.ts'
import type { Context } from '../domain/context.ts'
import { type AuthKind, EdgeError } from '../http/endpoint.ts'
import type { RequestFacts } from '../http/pipeline.ts'
import { appCaller, type Caller, consumerCaller, NOBODY, requestTokenCaller, userCaller } from './caller.ts'
import { AuthError } from './errors.ts'
import { readCredentials, type SignedRequest } from './oauth1/credentials.ts'
import type { NonceStore } from './oauth1/nonces.ts'
import { verify } from './oauth1/signature.ts'
import type { SignatureFailures } from './signature-failures.ts'

export interface Authenticator {
  readonly context: Context
  readonly nonces: NonceStore
  readonly failures: SignatureFailures
}

/** What an endpoint demands of its callers. */
export interface Demands {
  readonly auth: readonly AuthKind[]
  readonly writes: boolean
}

/** Nothing in it can be taken for the beginning of an `auth-scheme` other than Bearer. */
const BEARER = /^Bearer +([^\s,]+) *$/i

/**
 * The caller of a request.
 *
 * Every row is read anew for every request: nothing here is cached, so what was revoked, made anew or suspended
 * stops working with its commit, in every process (docs/decisions/0005-authentication-reads-rows.md).
 *
 * @throws {AuthError} when it cannot be told who calls, or the credentials are not good
 * @throws {EdgeError} when the endpoint does not take this kind of caller, or the token may not write
 */
export async function authenticate(
  authenticator: Authenticator,
  request: RequestFacts,
  demands: Demands,
): Promise<Caller> {
  if (demands.auth.includes('none')) return NOBODY
  const caller = await whoCalls(authenticator, request, demands.auth)
  if (!demands.auth.includes(caller.kind)) {
    throw new EdgeError(
      caller.kind === 'app' ? 'user-context-only' : 'app-context-only',
      'Your credentials do not allow access to this resource.',
    )
  }
  if (demands.writes && caller.kind === 'user' && !allows(caller.permissions, 'read-write')) {
    throw new EdgeError('no-write-permission', 'the token was issued for reading only')
  }
  return caller
}

async function whoCalls(
  authenticator: Authenticator,
  request: RequestFacts,
  kinds: readonly AuthKind[],
): Promise<Caller> {
  const bearer = bearerOf(request)
  if (bearer !== undefined) {
    const app = await findAppByBearer(authenticator.context.store, bearer)
    if (app === undefined)
      throw new AuthError('bad-token', 'the bearer token is unknown, revoked or was made anew')
    return appCaller(app)
  }
  const credentials = readCredentials(request)
  switch (credentials.kind) {
    case 'signed':
      return signer(authenticator, request, credentials, kinds)
    case 'refused':
      throw new AuthError('bad-signature', credentials.reason)
    case 'unreadable':
      throw new AuthError('unreadable-credentials', credentials.reason)
    case 'none':
      throw request.authorization.length === 0
        ? new AuthError('no-credentials', 'the request carries no credentials')
        : new AuthError(
            'unreadable-credentials',
            'the Authorization header is of no scheme that is taken here',
          )
  }
}

/** The bearer token, if the request carries that and no OAuth parameters beside it. */
function bearerOf({ authorization, target, form }: RequestFacts): string | undefined {
  const [header] = authorization
  if (header === undefined || authorization.length > 1) return undefined
  if (target.includes('oauth_') || form?.includes('oauth_') === true) return undefined
  return BEARER.exec(header)?.[1]
}

async function signer(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  kinds: readonly AuthKind[],
): Promise<Caller> {
  if (kinds.includes('request-token')) return requestTokenSigner(authenticator, request, signed)
  if (kinds.includes('consumer')) return consumerSigner(authenticator, request, signed)
  if (signed.token === undefined) throw new AuthError('unreadable-credentials', 'oauth_token is missing')
  return userSigner(authenticator, request, signed, signed.token)
}

async function userSigner(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  tokenName: string,
): Promise<Caller> {
  const { context } = authenticator
  const [app, token, user] = await rowsOf(context, signed.consumerKey, tokenName)
  if (app === undefined) return fail(authenticator, request, signed, 'the consumer key is unknown')
  if (token === undefined || token.appId !== app.id || user?.id !== token.userId) {
    throw new AuthError('bad-token', 'the token is unknown, or of another app')
  }
  await demandSigned(authenticator, request, signed, app, tokenSecretOf(context.vault, token))
  if (token.isRevoked || user.deactivatedAt !== null)
    throw new AuthError('bad-token', 'the token was revoked')
  if (user.suspendedAt !== null) throw new AuthError('user-suspended', 'the owner of the token is suspended')
  return userCaller(app, user, token)
}

/** All three at once: a token's name begins with its user's id, so nobody has to wait for anybody. */
function rowsOf(
  { store }: Context,
  consumerKey: string,
  tokenName: string,
): Promise<[App | undefined, AccessToken | undefined, User | undefined]> {
  const userId = /^(\d{1,19})-/.exec(tokenName)?.[1]
  return Promise.all([
    findAppByConsumerKey(store, consumerKey),
    findToken(store, tokenName),
    userId === undefined || BigInt(userId) >= 2n ** 63n ? undefined : findUser(store, { id: BigInt(userId) }),
  ])
}

async function consumerSigner(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
): Promise<Caller> {
  const app = await findAppByConsumerKey(authenticator.context.store, signed.consumerKey)
  if (app === undefined) return fail(authenticator, request, signed, 'the consumer key is unknown')
  if (signed.token !== undefined)
    return fail(authenticator, request, signed, 'this step is signed without a token')
  await demandSigned(authenticator, request, signed, app, '')
  return consumerCaller(app, signed.callback)
}

async function requestTokenSigner(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
): Promise<Caller> {
  const { context } = authenticator
  const [app, requestToken] = await Promise.all([
    findAppByConsumerKey(context.store, signed.consumerKey),
    findRequestToken(context, signed.token ?? ''),
  ])
  if (app === undefined) return fail(authenticator, request, signed, 'the consumer key is unknown')
  if (requestToken?.appId !== app.id) {
    throw new AuthError(
      'bad-token',
      'the request token is unknown, has expired, was used, or is of another app',
    )
  }
  await demandSigned(authenticator, request, signed, app, requestTokenSecretOf(context.vault, requestToken))
  return requestTokenCaller(app, requestToken, signed.verifier)
}

/** Signature, then time, then nonce: strangers must not use up the nonces of others. */
async function demandSigned(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  app: App,
  tokenSecret: string,
): Promise<void> {
  const { context, nonces } = authenticator
  if (!verify(signed, consumerSecretOf(context.vault, app), tokenSecret)) {
    fail(authenticator, request, signed, 'the signature does not match')
  }
  const verdict = await nonces.check(signed)
  if (verdict === 'fresh') return
  if (verdict === 'repeated') fail(authenticator, request, signed, 'the nonce was used before')
  throw new AuthError('timestamp-out-of-range', `the timestamp is ${verdict}`)
}

/** Remembers why, for the developer, and tells the world nothing. */
function fail(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  reason: string,
): never {
  authenticator.failures.add(request, signed, reason)
  throw new AuthError('bad-signature', reason)
}
