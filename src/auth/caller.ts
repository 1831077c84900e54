/** Callers of endpoints. */
import type { UserFacts } from '../domain/accounts/user.ts'
import type { App, BearerApp, Permissions } from '../domain/apps/app.ts'
import type { GrantHolder } from '../domain/apps/oauth2/grant-holder.ts'
import { type GrantedScope, scopesIn } from '../domain/apps/oauth2/scopes.ts'
import type { RequestToken } from '../domain/apps/request-tokens.ts'
import type { TokenHolder } from '../domain/apps/token-holder.ts'
import type { ConsoleRole } from '../domain/console/console-account.ts'
import type { ConsoleSession } from '../domain/console/sessions.ts'
import type { AuthKind, CallerFacts } from '../http/endpoint.ts'
import type { ScopeRequirement } from '../lib/scopes.ts'

/** The kinds of callers that an endpoint accepts. */
export interface EndpointAuth {
  readonly auth: readonly AuthKind[]
  readonly scopes?: readonly ScopeRequirement[] | undefined
}

/** The caller of an endpoint. The endpoint declares which kinds it accepts. */
export type Caller =
  | UserCaller
  | AppCaller
  | ConsumerCaller
  | RequestTokenCaller
  | BasicCaller
  | ConsoleCaller
  | AnonymousCaller

/** Authenticated by a user's OAuth 1.0a signature or OAuth 2.0 access token. */
export interface UserCaller extends CallerFacts {
  readonly kind: 'user'
  readonly scheme: 'oauth1' | 'oauth2'
  /** Rights of an OAuth 2.0 token; undefined with OAuth 1.0a, which uses `permissions`. */
  readonly scopes: ReadonlySet<GrantedScope> | undefined
  readonly app: App
  readonly user: UserFacts
  /** The permission level of an OAuth 1.0a token; for an OAuth 2.0 token, the level that corresponds to its scopes. */
  readonly permissions: Permissions
  /** The OAuth 1.0a token; for OAuth 2.0, a name of the grant that cannot be used as a credential. */
  readonly token: string
}

/** Authenticated by the bearer token of an app, or by the OAuth 2.0 token of a user on an endpoint for apps alone. */
export interface AppCaller extends CallerFacts {
  readonly kind: 'app'
  readonly app: BearerApp
  /** Rights of a user's token; undefined with the bearer token of an app. */
  readonly scopes: ReadonlySet<GrantedScope> | undefined
}

/** Authenticated by an app's OAuth 1.0a signature without a token: the first step of three-legged OAuth. */
export interface ConsumerCaller extends CallerFacts {
  readonly kind: 'consumer'
  readonly app: App
  /** `oauth_callback`, from header, query or form. */
  readonly callback: string | undefined
}

/** Authenticated by an app's signature with a request token: the last step of three-legged OAuth. */
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

/** Signed in to the console. */
export interface ConsoleCaller extends CallerFacts {
  readonly kind: 'console'
  readonly consoleUserId: bigint
  readonly accountName: string
  readonly email: string
  readonly role: ConsoleRole
  /** The network user whose apps and projects the caller manages; undefined until the caller chooses one. */
  readonly userId: bigint | undefined
  /** True for operators of the server. */
  readonly isOperator: boolean
  /** Hash of the session id. The hash cannot be used to sign in. */
  readonly sessionHash: string
}

/** The caller of an endpoint without authentication. */
export interface AnonymousCaller extends CallerFacts {
  readonly kind: 'none'
}

/** The app and the user of a caller; each is undefined if the caller has none. */
export function callerIds(caller: Caller): {
  readonly appId: bigint | undefined
  readonly userId: bigint | undefined
} {
  return {
    appId: 'app' in caller ? caller.app.id : undefined,
    userId: caller.kind === 'user' ? caller.user.id : undefined,
  }
}

export const ANONYMOUS_CALLER: AnonymousCaller = {
  kind: 'none',
  windowKey: undefined,
  appKey: undefined,
  accessLevel: undefined,
}

export function appCaller(app: BearerApp): AppCaller {
  return { kind: 'app', app, scopes: undefined, ...budgets(app), accessLevel: 'read' }
}

/**
 * Callers by token holder (a token with its app and user). An entry is never stale, because the cache makes a new
 * holder object for every change (views/credential-cache.ts).
 */
const CALLERS = new WeakMap<TokenHolder, UserCaller>()

/** The caller for the user of a token; the function returns the same object while the holder is cached. */
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
    scheme: 'oauth1',
    scopes: undefined,
    app,
    user,
    permissions: token.permissions,
    token: token.token,
    windowKey: `token:${token.token}`,
    pairKey: pairKeyOf(app, user),
    appKey: `app:${app.id}`,
    userKey: `user:${user.id}`,
    accessLevel: token.permissions,
  }
}

/** The callers of an OAuth 2.0 grant: the user, and the app for endpoints that only apps may call. */
interface GrantCallers {
  readonly user: UserCaller
  readonly app: AppCaller
}

/** Callers by grant, like {@link CALLERS}. */
const GRANT_CALLERS = new WeakMap<GrantHolder, GrantCallers>()

/** The callers for an OAuth 2.0 access token; the function returns the same objects while the holder is cached. */
export function grantCallers(holder: GrantHolder): GrantCallers {
  let callers = GRANT_CALLERS.get(holder)
  if (callers === undefined) {
    callers = grantCallersOf(holder)
    GRANT_CALLERS.set(holder, callers)
  }
  return callers
}

function grantCallersOf({ app, user, grant }: GrantHolder): GrantCallers {
  const scopes = new Set(scopesIn(grant.accessScope))
  const permissions = permissionsOfScopes(scopes)
  const token = grantKey(grant.id)
  const accessLevel = permissions === 'read' ? 'read' : 'read-write'
  return {
    user: {
      kind: 'user',
      scheme: 'oauth2',
      scopes,
      app,
      user,
      permissions,
      token,
      windowKey: token,
      pairKey: pairKeyOf(app, user),
      appKey: `app:${app.id}`,
      userKey: `user:${user.id}`,
      accessLevel,
    },
    app: { kind: 'app', app, scopes, ...budgets(app), accessLevel },
  }
}

function permissionsOfScopes(scopes: ReadonlySet<GrantedScope>): Permissions {
  if (scopes.has('dm.write')) return 'read-write-directmessages'
  return [...scopes].some((scope) => scope.endsWith('.write')) ? 'read-write' : 'read'
}

/** Key of the rate budget that all tokens of one user for one app share. */
function pairKeyOf(app: Pick<App, 'id'>, user: Pick<UserFacts, 'id'>): string {
  return `app:${app.id} user:${user.id}`
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

/** The caller of a session of the console. */
export function consoleCaller({ hash, user }: ConsoleSession): ConsoleCaller {
  const { id: consoleUserId, accountName, email, role, userId, isOperator } = user
  return {
    kind: 'console',
    ...{ consoleUserId, accountName, email, role, userId, isOperator },
    sessionHash: hash,
    windowKey: `console:${consoleUserId}`,
    appKey: undefined,
    accessLevel: undefined,
  }
}

/**
 * The values that select the rate windows of a caller. With these values, the console can show the windows
 * while the caller makes no request.
 * @param credential an access token, or an OAuth 2.0 grant of a user; undefined for the app itself
 */
export function windowFacts(
  app: Pick<App, 'id'>,
  credential?: { readonly userId: bigint } & ({ readonly token: string } | { readonly grantId: bigint }),
): CallerFacts {
  if (credential === undefined) return { kind: 'app', ...budgets(app), accessLevel: undefined }
  const { userId } = credential
  return {
    kind: 'user',
    windowKey: 'token' in credential ? `token:${credential.token}` : grantKey(credential.grantId),
    pairKey: pairKeyOf(app, { id: userId }),
    appKey: `app:${app.id}`,
    userKey: `user:${userId}`,
    accessLevel: undefined,
  }
}

/** Key of the rate windows of a grant. The key stays the same when the grant gets a new token. */
function grantKey(id: bigint): string {
  return `grant:${id}`
}

function budgets({ id }: Pick<App, 'id'>): { readonly windowKey: string; readonly appKey: string } {
  const key = `app:${id}`
  return { windowKey: key, appKey: key }
}
