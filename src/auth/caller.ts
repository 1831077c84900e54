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
  /** Rights of an OAuth 2.0 token; undefined with OAuth 1.0a, whose rights are `permissions`. */
  readonly scopes: ReadonlySet<GrantedScope> | undefined
  readonly app: App
  readonly user: UserFacts
  /** The level that the token was issued with; with OAuth 2.0 the level that its scopes amount to. */
  readonly permissions: Permissions
  /** The OAuth 1.0a token; with OAuth 2.0 a name of the grant, which is not a credential. */
  readonly token: string
}

/** Authenticated by an app's bearer token, or by a user's OAuth 2.0 token where only apps may call. */
export interface AppCaller extends CallerFacts {
  readonly kind: 'app'
  readonly app: BearerApp
  /** Rights of a user's token; undefined with the bearer token of an app. */
  readonly scopes: ReadonlySet<GrantedScope> | undefined
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

/** Signed in to the console. */
export interface ConsoleCaller extends CallerFacts {
  readonly kind: 'console'
  readonly consoleUserId: bigint
  readonly accountName: string
  readonly email: string
  readonly role: ConsoleRole
  /** The network user whose apps and projects the caller manages; undefined before one is chosen. */
  readonly userId: bigint | undefined
  /** True for operators of the server. */
  readonly isOperator: boolean
  /** Hash of the session's id, which does not sign in. */
  readonly sessionHash: string
}

/** The caller of an endpoint without authentication. */
export interface AnonymousCaller extends CallerFacts {
  readonly kind: 'none'
}

/** The app and the user of a caller; undefined for callers without one. */
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
 * Callers by holder. They are never stale, because the cache makes a new holder object for every change
 * (views/credential-cache.ts).
 */
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

/** Callers of the token of a grant: its user, and its app where only apps may call. */
interface GrantCallers {
  readonly user: UserCaller
  readonly app: AppCaller
}

/** Callers by grant, like {@link CALLERS}. */
const GRANT_CALLERS = new WeakMap<GrantHolder, GrantCallers>()

/** The callers for an OAuth 2.0 access token; the same objects while the holder is cached. */
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

/** Key of the budget of a user and an app, for all tokens of the two. */
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
 * Facts of a caller whose windows are read without a request.
 * @param credential an access token or an OAuth 2.0 grant of a user; undefined for the app itself
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

/** Key of the windows of a grant, which stays the same when its token changes. */
function grantKey(id: bigint): string {
  return `grant:${id}`
}

function budgets({ id }: Pick<App, 'id'>): { readonly windowKey: string; readonly appKey: string } {
  const key = `app:${id}`
  return { windowKey: key, appKey: key }
}
