/**
 * Reference implementation of access control. It follows the specification directly and does not use the code of
 * Aviary: spec/errors.md#code-table for callers; spec/followers.md#target, spec/users.md#user-object and
 * spec/relations.md#relationship for users.
 */
import type { Proof } from './callers.ts'
import type { Row, Way } from './rows.ts'
import type { Relations, UserState } from './world.ts'

/** Expected refusals, each with its status, code and message. */
export const REFUSALS = {
  'no user matches': [404, 17, 'No user matches for specified terms.'],
  'parameters missing': [400, 25, 'Query parameters are missing.'],
  'bad signature': [401, 32, 'Could not authenticate you.'],
  'no such page': [404, 34, 'Sorry, that page does not exist.'],
  'user not found': [404, 50, 'User not found.'],
  'user suspended': [403, 63, 'User has been suspended.'],
  'caller suspended': [403, 64, 'Your account is suspended and is not permitted to access this feature.'],
  'bad token': [401, 89, 'Invalid or expired token.'],
  'specified user unknown': [403, 108, 'Cannot find specified user.'],
  'follows itself': [403, 158, "You can't follow yourself."],
  'requested already': [403, 160, "You've already requested to follow {name}."],
  'blocked by it': [
    403,
    162,
    'You have been blocked from following this account at the request of the user.',
  ],
  'blocks it': [403, 200, 'You have blocked this account. Unblock it first.'],
  'blocks itself': [403, 200, "You can't block yourself."],
  'not following': [403, 200, 'You are not following the specified user.'],
  'no credentials': [400, 215, 'Bad Authentication data.'],
  'no bearer tokens': [403, 220, 'Your credentials do not allow access to this resource.'],
  'may only read': [403, 261, 'Application cannot perform write actions.'],
  'mutes itself': [403, 271, "You can't mute yourself."],
  'not muting': [403, 272, 'You are not muting the specified user.'],
} as const satisfies Record<string, readonly [status: number, code: number, message: string]>

export type Refusal = keyof typeof REFUSALS

/**
 * `not authorized` is the only refusal with a different body. This refusal is the response to requests for follow
 * lists of protected users.
 */
export type Verdict = 'good' | 'not authorized' | Refusal

export interface Cell {
  readonly row: Row
  readonly way: Way
  readonly proof: Proof
  /** The state of the target; undefined for an unknown user. */
  readonly target: UserState | undefined
  /** Relations of the caller's user to the target; `itself` if they are the same user, undefined for an app. */
  readonly relations: Relations | 'itself' | undefined
}

export function verdictOn(cell: Cell): Verdict {
  return refusalOfCaller(cell) ?? verdictOnTarget(cell)
}

/**
 * The reason for which the endpoint refuses the caller, whatever parameters the request has. Undefined for an
 * accepted caller.
 */
export function refusalOfCaller({ row, proof, target, relations }: Cell): Refusal | undefined {
  if (proof === 'nothing') return 'no credentials'
  if (proof === 'wrong signature') return 'bad signature'
  // spec/v2.md#callers: v1.1 accepts OAuth 2.0 tokens of users only for uploads.
  if (proof === 'OAuth 2.0 token' && row.takesOAuth2 !== true) return 'bad token'
  if (proof === 'revoked token' || proof === 'token of a deactivated user') return 'bad token'
  if (relations === 'itself' && target?.isDeactivated === true) return 'bad token'
  if (proof === 'token of a suspended user') return 'caller suspended'
  if (relations === 'itself' && target?.isSuspended === true) return 'caller suspended'
  const mayOnlyRead = proof === 'token that may only read' || proof === 'bearer token that may only read'
  if (row.writes && mayOnlyRead) return 'may only read'
  const isApp = proof === 'bearer token' || proof === 'bearer token that may only read'
  return isApp && !row.takesApps ? 'no bearer tokens' : undefined
}

function verdictOnTarget({ row, way, target, relations }: Cell): Verdict {
  const isThere = target !== undefined && !target.isSuspended && !target.isDeactivated
  const between = relations === 'itself' ? undefined : relations
  switch (row.about) {
    case 'followers':
    case 'friends':
      if (!isThere) return 'no such page'
      return !target.isProtected || relations === 'itself' || between?.following === true
        ? 'good'
        : 'not authorized'
    case 'user':
      if (target === undefined || target.isDeactivated) return 'user not found'
      return target.isSuspended ? 'user suspended' : 'good'
    case 'users':
      return isThere || way.with !== undefined ? 'good' : 'no user matches'
    case 'relationship':
      // The request names no source, and the caller is an app without a user.
      if (relations === undefined && way.with === undefined) return 'parameters missing'
      return isThere ? 'good' : 'user not found'
    case 'follow':
      if (!isThere) return 'specified user unknown'
      if (relations === 'itself') return 'follows itself'
      if (between?.blockedBy === true) return 'blocked by it'
      if (between?.blocking === true) return 'blocks it'
      return target.isProtected && between?.requested === true ? 'requested already' : 'good'
    case 'unfollow':
    case 'unblock':
      return isThere ? 'good' : 'user not found'
    case 'accept':
    case 'deny':
      if (!isThere) return 'user not found'
      return between?.received === true ? 'good' : 'no such page'
    case 'settings':
      if (!isThere) return 'user not found'
      return between?.following === true ? 'good' : 'not following'
    case 'block':
      if (!isThere) return 'user not found'
      return relations === 'itself' ? 'blocks itself' : 'good'
    case 'mute':
      if (!isThere) return 'user not found'
      return relations === 'itself' ? 'mutes itself' : 'good'
    case 'unmute':
      if (!isThere) return 'user not found'
      return between?.muting === true ? 'good' : 'not muting'
    case 'search':
    case 'connections':
    case 'own blocks':
    case 'own mutes':
    case 'own incoming':
    case 'own outgoing':
    case 'own no-retweets':
    case 'own account':
    case 'no user':
      // The response omits hidden users.
      return 'good'
  }
}
