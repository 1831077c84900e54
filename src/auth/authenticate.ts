/** Authenticates requests, in the order of spec/errors.md#authentication-order. */
import { type App, consumerSecretOf, findAppByConsumerKey } from '../domain/apps/app.ts'
import { findRequestToken, requestTokenSecretOf } from '../domain/apps/request-tokens.ts'
import type { Context } from '../domain/context.ts'
import type { RequestFacts } from '../http/head.ts'
import type { CredentialCache } from '../views/credential-cache.ts'
import { bearerCaller } from './bearer.ts'
import {
  ANONYMOUS_CALLER,
  type Caller,
  consumerCaller,
  type EndpointAuth,
  requestTokenCaller,
  userCaller,
} from './caller.ts'
import { sessionHolder } from './console-session.ts'
import { AuthError, type AuthReason } from './errors.ts'
import { hasBasicCredentials, keyHolder } from './key-holder.ts'
import { readCredentials, type SignedRequest } from './oauth1/credentials.ts'
import { type NonceStore, type NonceVerdict, TIMESTAMP_WINDOW_SECONDS } from './oauth1/nonces.ts'
import { SigningKey, verify } from './oauth1/signature.ts'
import type { SignatureFailures } from './signature-failures.ts'
import { signingKeyOf } from './signing-keys.ts'

export interface Authenticator {
  readonly context: Context
  readonly credentials: CredentialCache
  readonly nonces: NonceStore
  /** The clocks against which the timestamps of requests are checked; default: the clock of the context. */
  readonly clocks?: readonly Pick<Context['clock'], 'now'>[] | undefined
  readonly failures: SignatureFailures
}

/** The app of a consumer key. */
type NamedApp = Pick<App, 'id'>

const BEARER = /^Bearer +([^\s,]+) *$/i

/**
 * The caller of a request.
 *
 * Tokens are cached for at most one second (views/credential-cache.ts); all other credentials are read from the
 * database for every request.
 *
 * The caller's rights are checked later (rights.ts), so that an error response can include its rate-limit window.
 *
 * @param endpoint the accepted kinds of authentication; some kinds change how a request is read
 * @throws {AuthError} synchronously or as a rejection, for missing, unreadable or invalid credentials
 */
export function authenticate(
  authenticator: Authenticator,
  request: RequestFacts,
  endpoint: EndpointAuth,
): Promise<Caller> {
  const kinds = endpoint.auth
  if (kinds.includes('none')) return Promise.resolve(ANONYMOUS_CALLER)
  if (kinds.includes('console')) return sessionHolder(authenticator.context, request)
  const bearer = bearerOf(request)
  if (bearer !== undefined && !carriesOAuth(request)) return bearerCaller(authenticator, bearer, endpoint)
  if (kinds.includes('basic') && hasBasicCredentials(request))
    return keyHolder(authenticator.context, request)
  const credentials = readCredentials(request, {
    mayMoveToken: kinds.includes('request-token'),
  })
  switch (credentials.kind) {
    case 'signed':
      return signer(authenticator, request, credentials, kinds)
    case 'refused':
      return failUnchecked(
        authenticator,
        request,
        'bad-signature',
        credentials.reason,
        credentials.consumerKey,
      )
    case 'unreadable':
      return failUnchecked(authenticator, request, 'unreadable-credentials', credentials.reason)
    case 'none':
      throw request.authorization.length === 0
        ? new AuthError('no-credentials', 'the request carries no credentials')
        : new AuthError(
            'unreadable-credentials',
            'this endpoint does not accept the scheme of the Authorization header',
          )
  }
}

function bearerOf({ authorization }: RequestFacts): string | undefined {
  const [header] = authorization
  return header === undefined || authorization.length > 1 ? undefined : BEARER.exec(header)?.[1]
}

/**
 * True if the request has OAuth 1.0a parameters. The parameters are parsed, because the text `oauth_` can also be part
 * of a value.
 */
function carriesOAuth(request: RequestFacts): boolean {
  const mentions = request.target.includes('oauth_') || request.form?.includes('oauth_') === true
  return mentions && readCredentials(request).kind !== 'none'
}

function signer(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  kinds: EndpointAuth['auth'],
): Promise<Caller> {
  if (kinds.includes('request-token')) return requestTokenSigner(authenticator, request, signed)
  if (kinds.includes('consumer') && (signed.token === undefined || !kinds.includes('user'))) {
    return consumerSigner(authenticator, request, signed)
  }
  if (signed.token === undefined) throw new AuthError('unreadable-credentials', 'oauth_token is missing')
  return userSigner(authenticator, request, signed, signed.token)
}

async function userSigner(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  tokenName: string,
): Promise<Caller> {
  const { context, credentials } = authenticator
  const holder = await credentials.holderOf(tokenName)
  if (holder?.app.consumerKey !== signed.consumerKey) {
    return failUnknownToken(authenticator, request, signed)
  }
  const { app, token, user } = holder
  await requireSigned(authenticator, request, signed, app, [signingKeyOf(context.vault, holder)])
  if (token.isRevoked || user.deactivatedAt !== null || app.suspendedAt !== null) {
    const why = 'the token was revoked, its app is suspended, or its owner has left'
    return fail(authenticator, request, signed, app, 'bad-token', why)
  }
  return userCaller(holder)
}

/**
 * Throws the error for a token that is unknown or belongs to another app. The signature is not checked, because the
 * token secret is unknown. An unknown app is reported first.
 */
async function failUnknownToken(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
): Promise<never> {
  const app = await findAppByConsumerKey(authenticator.context.store, signed.consumerKey)
  if (app === undefined) return failUnknownApp(authenticator, request, signed)
  // A timestamp outside the window is reported before an unknown token. Requests with known tokens are checked in the
  // same order.
  const { context, clocks = [context.clock] } = authenticator
  const ages = clocks.map((clock) => Math.floor(clock.now() / 1000) - signed.timestamp)
  const [age = 0] = ages
  if (ages.every((each) => Math.abs(each) > TIMESTAMP_WINDOW_SECONDS)) {
    return fail(
      authenticator,
      request,
      signed,
      app,
      'timestamp-out-of-range',
      `the timestamp is ${age} s old`,
    )
  }
  return fail(authenticator, request, signed, app, 'bad-token', 'the token is unknown, or of another app')
}

async function consumerSigner(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
): Promise<Caller> {
  const app = await findAppByConsumerKey(authenticator.context.store, signed.consumerKey)
  if (app === undefined) return failUnknownApp(authenticator, request, signed)
  if (signed.token !== undefined) {
    return fail(authenticator, request, signed, app, 'bad-signature', 'this step is signed without a token')
  }
  const { vault } = authenticator.context
  await requireSigned(authenticator, request, signed, app, [new SigningKey(consumerSecretOf(vault, app), '')])
  return consumerCaller(app, signed.callback)
}

async function requestTokenSigner(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
): Promise<Caller> {
  const { context } = authenticator
  // The exchange of a password for a token (xAuth) was removed in 2017. Such a request is signed without a token.
  if (asksForPasswordLogin(signed)) throw new AuthError('bad-signature', 'x_auth_mode is gone')
  if (signed.token === undefined) throw new AuthError('unreadable-credentials', 'oauth_token is missing')
  const [app, requestToken] = await Promise.all([
    findAppByConsumerKey(context.store, signed.consumerKey),
    findRequestToken(context, signed.token),
  ])
  if (app === undefined) return failUnknownApp(authenticator, request, signed)
  if (requestToken?.appId !== app.id) {
    const why = 'the request token is unknown, has expired, was used, or is of another app'
    return fail(authenticator, request, signed, app, 'bad-token', why)
  }
  const consumerSecret = consumerSecretOf(context.vault, app)
  const key = new SigningKey(consumerSecret, requestTokenSecretOf(context.vault, requestToken))
  // The client twitter-lite signs without the secret of the request token. The consumer secret, the token and the
  // verifier are sufficient proof.
  const keyWithoutSecret = signed.verifier ? [new SigningKey(consumerSecret, '')] : []
  await requireSigned(authenticator, request, signed, app, [key, ...keyWithoutSecret])
  return requestTokenCaller(app, requestToken, signed.verifier)
}

/**
 * True if the request has the parameter `x_auth_mode`. The base string is searched for this name, because it
 * contains no character that a base string would escape.
 */
function asksForPasswordLogin({ baseString }: SignedRequest): boolean {
  return /(&|%26)x_auth_mode%3D/.test(baseString)
}

/**
 * Checks the signature before the nonce, so that a request with an invalid signature does not use up a nonce of the
 * app.
 */
async function requireSigned(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  app: NamedApp,
  keys: readonly SigningKey[],
): Promise<void> {
  requireSignature(authenticator, request, signed, app, keys)
  requireFresh(authenticator, request, signed, app, await authenticator.nonces.check(signed))
}

function requireSignature(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  app: NamedApp,
  keys: readonly SigningKey[],
): void {
  if (!keys.some((key) => verify(signed, key))) {
    fail(authenticator, request, signed, app, 'bad-signature', 'the signature does not match')
  }
}

function requireFresh(
  authenticator: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  app: NamedApp,
  verdict: NonceVerdict,
): void {
  if (verdict === 'fresh') return
  if (verdict === 'repeated') {
    fail(authenticator, request, signed, app, 'bad-signature', 'the nonce was used before')
  }
  fail(authenticator, request, signed, app, 'timestamp-out-of-range', `the timestamp is ${verdict}`)
}

/** Records the details for the developer of the client, and throws; the response has only the reason. */
function fail(
  { failures }: Authenticator,
  request: RequestFacts,
  signed: SignedRequest,
  app: NamedApp,
  reason: AuthReason,
  why: string,
): never {
  failures.add(request, signed, why, true)
  throw new AuthError(reason, why, app.id)
}

function failUnchecked(
  { failures }: Authenticator,
  request: RequestFacts,
  reason: AuthReason,
  why: string,
  consumerKey = '',
): never {
  failures.add(request, { consumerKey, baseString: '' }, why, false)
  throw new AuthError(reason, why)
}

function failUnknownApp({ failures }: Authenticator, request: RequestFacts, signed: SignedRequest): never {
  const why = 'the consumer key is unknown'
  failures.add(request, signed, why, false)
  throw new AuthError('bad-signature', why)
}
