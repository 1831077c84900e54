/** Defines the kinds of target users by their state. */
import type { UserState } from './world.ts'

const ACTIVE: UserState = {
  isProtected: false,
  isSuspended: false,
  isDeactivated: false,
  isWithheld: false,
}

export const TARGETS = {
  active: ACTIVE,
  protected: { ...ACTIVE, isProtected: true },
  withheld: { ...ACTIVE, isWithheld: true },
  suspended: { ...ACTIVE, isSuspended: true },
  deactivated: { ...ACTIVE, isDeactivated: true },
  'protected and suspended': { ...ACTIVE, isProtected: true, isSuspended: true },
  'suspended and deactivated': { ...ACTIVE, isSuspended: true, isDeactivated: true },
} as const satisfies Record<string, UserState>

/** A kind of target. The kind `unknown` is an id and a screen name that belong to no user. */
export type TargetKind = keyof typeof TARGETS | 'unknown'

export const TARGET_KINDS = [...(Object.keys(TARGETS) as (keyof typeof TARGETS)[]), 'unknown'] as const

/** The visible kinds. Only users of these kinds can be the target of changes. */
export const SHOWN_KINDS = ['active', 'protected', 'withheld'] as const
