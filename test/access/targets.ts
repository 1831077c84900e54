/** The objects of the matrix that are users: what a user may be when somebody asks about it. */
import type { Standing } from './world.ts'

const ACTIVE: Standing = {
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
} as const satisfies Record<string, Standing>

/** `unknown`: an id and a screen name that are nobody's. */
export type TargetKind = keyof typeof TARGETS | 'unknown'

export const TARGET_KINDS = [...(Object.keys(TARGETS) as (keyof typeof TARGETS)[]), 'unknown'] as const

/** Those that may be shown, and so be changed something with. */
export const SHOWN_KINDS = ['active', 'protected', 'withheld'] as const
