/** Authorization of callers: implements the last three rows of the order in spec/errors.md#authentication-order. */
import { allows } from '../domain/apps/app.ts'
import { BASE_SCOPES, type GrantedScope } from '../domain/apps/oauth2/scopes.ts'
import { EdgeError } from '../http/endpoint.ts'
import type { ScopeRequirement } from '../lib/scopes.ts'
import type { Caller, EndpointAuth } from './caller.ts'
import { AuthError, type CallerKind, WrongCallerKind } from './errors.ts'

/** The rights that an endpoint requires of its callers. */
export interface EndpointRequirements extends EndpointAuth {
  readonly writes: boolean
  readonly isAboutMessages?: boolean
  /** The first day on which the right to messages is needed; by default it is needed on every day. */
  readonly messageRightSince?: string
}

/**
 * The error for a caller that may not use an endpoint, or undefined. Checks in the order of the specification.
 * @param day the ISO day of the API; without a day, all rights are needed
 */
export function missingRight(
  caller: Caller,
  endpoint: EndpointRequirements,
  day?: string,
): AuthError | EdgeError | undefined {
  if (caller.kind === 'user' && caller.user.suspendedAt !== null) {
    return new AuthError('user-suspended', 'the owner of the token is suspended')
  }
  return missingPermission(caller, endpoint, day) ?? wrongKind(caller, endpoint)
}

function missingPermission(
  caller: Caller,
  { scopes, writes, isAboutMessages = false, messageRightSince }: EndpointRequirements,
  day: string | undefined,
): EdgeError | undefined {
  if ((caller.kind === 'user' || caller.kind === 'app') && caller.scopes !== undefined) {
    return missingScope(caller.scopes, scopes)
  }
  // The right to messages is checked before the right to write, so that reads and writes of messages get the same
  // error.
  const isBefore = messageRightSince !== undefined && day !== undefined && day < messageRightSince
  const needsMessages = isAboutMessages && !isBefore
  if (needsMessages && caller.kind === 'user' && !allows(caller.permissions, MESSAGES)) {
    return new EdgeError('no-message-permission', 'the token has no right to direct messages')
  }
  if (writes && !mayWrite(caller)) {
    return new EdgeError('no-write-permission', 'the token, or the app, may only read')
  }
  return undefined
}

/**
 * The error for a missing scope. Every call needs two base scopes and the scopes of its endpoint (spec/v2.md#callers).
 */
function missingScope(
  granted: ReadonlySet<GrantedScope>,
  required: readonly ScopeRequirement[] = [],
): EdgeError | undefined {
  const missing = [...BASE_SCOPES, ...required].find((each) =>
    typeof each === 'string' ? !granted.has(each) : !each.anyOf.some((scope) => granted.has(scope)),
  )
  return missing === undefined
    ? undefined
    : new EdgeError('no-scope', `the token lacks the scope ${JSON.stringify(missing)}`)
}

function wrongKind(caller: Caller, endpoint: EndpointAuth): WrongCallerKind | undefined {
  if (endpoint.auth.includes(caller.kind)) return undefined
  return new WrongCallerKind(kindOf(caller), kindsTaken(endpoint))
}

function kindOf(caller: Caller): CallerKind {
  if (caller.kind === 'app') return 'app'
  return caller.kind === 'user' && caller.scheme === 'oauth2' ? 'oauth2-user' : 'oauth1-user'
}

/**
 * The kinds of callers that an endpoint accepts, in the order in which the documented error message lists
 * them.
 */
export function kindsTaken({ auth, scopes }: EndpointAuth): readonly CallerKind[] {
  const isOfUsers = auth.includes('user')
  return [
    ...(isOfUsers ? ['oauth1-user' as const] : []),
    ...(isOfUsers && scopes !== undefined ? ['oauth2-user' as const] : []),
    ...(auth.includes('app') ? ['app' as const] : []),
  ]
}

const MESSAGES = 'read-write-directmessages'

function mayWrite(caller: Caller): boolean {
  if (caller.kind === 'user') return allows(caller.permissions, 'read-write')
  return caller.kind !== 'app' || allows(caller.app.permissions, 'read-write')
}
