/** Who calls: what a caller shows for itself, and what stands between it and whom it asks about. */
import type { Tie } from './world.ts'

/** What a caller shows for itself. */
export type Proof =
  | 'token'
  | 'token that may only read'
  | 'token of a suspended user'
  | 'token of a deactivated user'
  | 'revoked token'
  | 'wrong signature'
  | 'bearer token'
  | 'bearer token that may only read'
  | 'nothing'

export interface CallerKind {
  readonly proof: Proof
  /**
   * What was done, in order, by the caller to the target or the other way; `itself` is the target. Callers that are
   * nobody's user have none.
   */
  readonly past: readonly (readonly [Tie, 'to it' | 'by it'])[] | 'itself'
  /** Whether the caller is protected, so that others must ask it. */
  readonly isProtected?: true
}

const FOLLOWER = [['follows', 'to it']] as const

export const CALLERS = {
  'a stranger': { proof: 'token', past: [] },
  'a follower': { proof: 'token', past: FOLLOWER },
  'one it follows': { proof: 'token', past: [['follows', 'by it']] },
  'a requester': { proof: 'token', past: [['asks', 'to it']] },
  'one it asks': { proof: 'token', past: [['asks', 'by it']], isProtected: true },
  'one it blocks': { proof: 'token', past: [...FOLLOWER, ['blocks', 'by it']] },
  'one who blocks it': {
    proof: 'token',
    past: [
      ['follows', 'by it'],
      ['blocks', 'to it'],
    ],
  },
  'a follower who mutes it': { proof: 'token', past: [...FOLLOWER, ['mutes', 'to it'], ['spurns', 'to it']] },
  'the user itself': { proof: 'token', past: 'itself' },
  'a follower with a token that may only read': { proof: 'token that may only read', past: FOLLOWER },
  'a suspended follower': { proof: 'token of a suspended user', past: FOLLOWER },
  'a deactivated follower': { proof: 'token of a deactivated user', past: FOLLOWER },
  'a follower with a revoked token': { proof: 'revoked token', past: FOLLOWER },
  'a follower with a wrong signature': { proof: 'wrong signature', past: FOLLOWER },
  'an app': { proof: 'bearer token', past: [] },
  'an app that may only read': { proof: 'bearer token that may only read', past: [] },
  nobody: { proof: 'nothing', past: [] },
} as const satisfies Record<string, CallerKind>

export type CallerName = keyof typeof CALLERS

export const CALLER_NAMES = Object.keys(CALLERS) as CallerName[]

/** Callers that are told apart by what stands between them and the target, and by nothing else. */
export const USERS_CALLING = CALLER_NAMES.filter((name) => CALLERS[name].proof === 'token')
