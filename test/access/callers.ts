/** Defines kinds of callers: their credentials, and their relations to the target user. */
import type { RelationKind } from './world.ts'

/** Credentials of a caller. */
export type Proof =
  | 'token'
  | 'token that may only read'
  | 'token of a suspended user'
  | 'token of a deactivated user'
  | 'revoked token'
  | 'wrong signature'
  | 'OAuth 2.0 token'
  | 'bearer token'
  | 'bearer token that may only read'
  | 'nothing'

export interface CallerKind {
  readonly proof: Proof
  /**
   * Relations between the caller and the target, in order of creation; `itself` if the caller is the target.
   * `to it` is a relation from the caller to the target, and `by it` from the target to the caller. The list
   * is empty for callers without a user.
   */
  readonly past: readonly (readonly [RelationKind, 'to it' | 'by it'])[] | 'itself'
  /** Set if the caller is protected, so that other users need the caller's approval to follow the caller. */
  readonly isProtected?: true
}

const FOLLOWER = [['follows', 'to it']] as const

export const CALLERS = {
  'another user': { proof: 'token', past: [] },
  'a follower': { proof: 'token', past: FOLLOWER },
  'one it follows': { proof: 'token', past: [['follows', 'by it']] },
  'a requester': { proof: 'token', past: [['requests', 'to it']] },
  'one it has requested to follow': { proof: 'token', past: [['requests', 'by it']], isProtected: true },
  'one it blocks': { proof: 'token', past: [...FOLLOWER, ['blocks', 'by it']] },
  'one who blocks it': {
    proof: 'token',
    past: [
      ['follows', 'by it'],
      ['blocks', 'to it'],
    ],
  },
  'a follower who mutes it': {
    proof: 'token',
    past: [...FOLLOWER, ['mutes', 'to it'], ['hides retweets', 'to it']],
  },
  'the user itself': { proof: 'token', past: 'itself' },
  'a follower with a token that may only read': { proof: 'token that may only read', past: FOLLOWER },
  'a suspended follower': { proof: 'token of a suspended user', past: FOLLOWER },
  'a deactivated follower': { proof: 'token of a deactivated user', past: FOLLOWER },
  'a follower with a revoked token': { proof: 'revoked token', past: FOLLOWER },
  'a follower with a wrong signature': { proof: 'wrong signature', past: FOLLOWER },
  'a follower with an OAuth 2.0 token': { proof: 'OAuth 2.0 token', past: FOLLOWER },
  'an app': { proof: 'bearer token', past: [] },
  'an app that may only read': { proof: 'bearer token that may only read', past: [] },
  'no credentials': { proof: 'nothing', past: [] },
} as const satisfies Record<string, CallerKind>

export type CallerName = keyof typeof CALLERS

export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[]

/** Callers that differ only in their relations to the target. */
export const USERS_CALLING = CALLER_NAMES.filter((name) => CALLERS[name].proof === 'token')
