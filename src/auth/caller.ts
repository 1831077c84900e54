/** Callers of endpoints. */
import type { UserFacts } from '../domain/accounts/user.ts'
import type { App, BearerApp, Permissions } from '../domain/apps/app.ts'
import type { RequestToken } from '../domain/apps/request-tokens.ts'
import type { TokenHolder } from '../domain/apps/token-holder.ts'
import type { CallerFacts } from '../http/endpoint.ts'

/** The caller of an endpoint. The endpoint declares which kinds it accepts. */
export type Caller =
  | UserCaller
  | AppCaller
  | ConsumerCaller
  | RequestTokenCaller
  | BasicCaller
  | AnonymousCaller

/** Authenticated by a user's OAuth 1.0a signature. */
export interface UserCaller extends CallerFacts {
  readonly kind: 'user'
  readonly app: App
  readonly user: UserFacts
  /** The level that the token was issued with. */
  readonly permissions: Permissions
  readonly token: string
}

/** Authenticated by an app's bearer token. */
export interface AppCaller extends CallerFacts {
  readonly kind: 'app'
  readonly app: BearerApp
}

/** Authenticated by an app's OAuth 1.0a signature without a token: the first of the three legs. */
export interface ConsumerCaller extends CallerFacts {
  readonly kind: 'consumer'
  readonly app: App
  /** `oauth_callback`, from header, query or form. */
  readonly callback: string | undefined
}

/** Authenticated by an app's signature with a request token: the last of the three legs. */
export interface RequestTokenCaller extends CallerFacts {
  readonly kind: 'request-token'
  readonly app: App
  readonly requestToken: RequestToken
  /** `oauth_verifier`, from header, query or form. */
  readonly verifier: string | undefined
}

/** Authenticated by an app's key and secret with Basic; used to obtain or invalidate its bearer token. */
export interface BasicCaller extends CallerFacts {
  readonly kind: 'basic'
  readonly app: App
}

/** The caller of an endpoint without authentication. */
export interface AnonymousCaller extends CallerFacts {
  readonly kind: 'none'
}

export const ANONYMOUS_CALLER: AnonymousCaller = {
  kind: 'none',
  windowKey: undefined,
  appKey: undefined,
  accessLevel: undefined,
}

export function appCaller(app: BearerApp): AppCaller {
  return { kind: 'app', app, ...budgets(app), accessLevel: 'read' }
}

/** Never stale: the cache makes a new holder object for every change (views/credential-cache.ts). */
const CALLERS = new WeakMap<TokenHolder, UserCaller>()

/** The caller for the user of a token; the same object while the holder is cached. */
export function userCaller(holder: TokenHolder): UserCaller {
  let caller = CALLERS.get(holder)
  if (caller === undefined) {
    caller = callerOf(holder)
    CALLERS.set(holder, caller)
  }
  return caller
}

function callerOf({ app, user, token }: TokenHolder): UserCaller {
  return {
    kind: 'user',
    app,
    user,
    permissions: token.permissions,
    token: token.token,
    windowKey: `token:${token.token}`,
    appKey: `app:${app.id}`,
    userKey: `user:${user.id}`,
    accessLevel: token.permissions,
  }
}

export function consumerCaller(app: App, callback: string | undefined): ConsumerCaller {
  return { kind: 'consumer', app, callback, ...budgets(app), accessLevel: undefined }
}

export function requestTokenCaller(
  app: App,
  requestToken: RequestToken,
  verifier: string | undefined,
): RequestTokenCaller {
  return { kind: 'request-token', app, requestToken, verifier, ...budgets(app), accessLevel: undefined }
}

export function basicCaller(app: App): BasicCaller {
  return { kind: 'basic', app, ...budgets(app), accessLevel: undefined }
}

function budgets({ id }: Pick<App, 'id'>): { readonly windowKey: string; readonly appKey: string } {
  const key = `app:${id}`
  return { windowKey: key, appKey: key }
}
