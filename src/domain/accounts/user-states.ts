/**
 * What may happen to a user in which state, and what it comes to: the whole machine (spec/compliance-stream.md
 * section 3). Four switches, each with its own two actions; each action is one `user.state_changed`. The compiler holds
 * it complete.
 */
import type { UserAction } from '../../events/event.ts'
import { Refusal, type RefusalReason } from '../context.ts'
import type { User } from './user.ts'

/** The switches of a user, their states, and the actions that move them. */
interface Switches {
  readonly protection: { readonly states: 'public' | 'protected'; readonly actions: 'protect' | 'unprotect' }
  readonly standing: { readonly states: 'good' | 'suspended'; readonly actions: 'suspend' | 'unsuspend' }
  /** Of a user that has left, the posts go after 30 days, unless it is back by then. */
  readonly presence: { readonly states: 'present' | 'left'; readonly actions: 'deactivate' | 'reactivate' }
  /** Withheld in some countries; in which is the list beside it, which may change. */
  readonly reach: { readonly states: 'everywhere' | 'withheld'; readonly actions: 'withhold' | 'unwithhold' }
}

type Outcome<State> = { readonly to: State } | { readonly refusal: RefusalReason }

type Machine = {
  readonly [Name in keyof Switches]: Readonly<
    Record<
      Switches[Name]['states'],
      Readonly<Record<Switches[Name]['actions'], Outcome<Switches[Name]['states']>>>
    >
  >
}

const SO_ALREADY = { refusal: 'state-already-so' } as const

export const USER_STATES: Machine = {
  protection: {
    public: { protect: { to: 'protected' }, unprotect: SO_ALREADY },
    protected: { protect: SO_ALREADY, unprotect: { to: 'public' } },
  },
  standing: {
    good: { suspend: { to: 'suspended' }, unsuspend: SO_ALREADY },
    suspended: { suspend: SO_ALREADY, unsuspend: { to: 'good' } },
  },
  presence: {
    present: { deactivate: { to: 'left' }, reactivate: SO_ALREADY },
    left: { deactivate: SO_ALREADY, reactivate: { to: 'present' } },
  },
  reach: {
    everywhere: { withhold: { to: 'withheld' }, unwithhold: SO_ALREADY },
    withheld: { withhold: { to: 'withheld' }, unwithhold: { to: 'everywhere' } },
  },
}

/** The switch that an action moves, as it stands. */
const SWITCH_OF: Readonly<Record<UserAction, (user: User) => Readonly<Record<string, Outcome<string>>>>> = {
  protect: protection,
  unprotect: protection,
  suspend: standing,
  unsuspend: standing,
  deactivate: presence,
  reactivate: presence,
  withhold: reach,
  unwithhold: reach,
}

function protection({ isProtected }: User) {
  return USER_STATES.protection[isProtected ? 'protected' : 'public']
}

function standing({ suspendedAt }: User) {
  return USER_STATES.standing[suspendedAt === null ? 'good' : 'suspended']
}

function presence({ deactivatedAt }: User) {
  return USER_STATES.presence[deactivatedAt === null ? 'present' : 'left']
}

function reach({ withheldInCountries }: User) {
  return USER_STATES.reach[withheldInCountries.length === 0 ? 'everywhere' : 'withheld']
}

/** What an action changes about a user. */
const CHANGES: Readonly<Record<UserAction, (now: number, countries: readonly string[]) => Partial<User>>> = {
  protect: () => ({ isProtected: true }),
  unprotect: () => ({ isProtected: false }),
  suspend: (now) => ({ suspendedAt: now }),
  unsuspend: () => ({ suspendedAt: null }),
  deactivate: (now) => ({ deactivatedAt: now }),
  reactivate: () => ({ deactivatedAt: null }),
  withhold: (_, countries) => ({ withheldInCountries: countries }),
  unwithhold: () => ({ withheldInCountries: [] }),
}

/**
 * The user after an action.
 * @param countries for `withhold` the full new list
 * @throws {Refusal} that the table names; `state-already-so` for the same list of countries again
 */
export function changedUser(user: User, action: UserAction, now: number, countries: readonly string[]): User {
  const outcome = SWITCH_OF[action](user)[action]
  const isSame = action === 'withhold' && user.withheldInCountries.join() === countries.join()
  const refusal = outcome !== undefined && 'refusal' in outcome ? outcome.refusal : undefined
  if (refusal !== undefined || isSame) {
    throw new Refusal(
      refusal ?? 'state-already-so',
      `@${user.screenName} is in that state already: ${action} changes nothing`,
    )
  }
  return { ...user, ...CHANGES[action](now, countries) }
}
