/**
 * The state machine of users (spec/compliance-stream.md#states). It has five independent dimensions, each with separate
 * actions. All commands that change the state of a user use this table. The compiler checks that the table is complete.
 */
import type { UserAction } from '../../log/event.ts'
import { Refusal, type RefusalReason } from '../context.ts'
import type { User } from './user.ts'

/**
 * Time for which the posts of a deactivated user are kept, in milliseconds (spec/compliance-stream.md#event-semantics).
 */
export const DEACTIVATED_RETENTION_MS = 30 * 86_400_000

/** The states of each dimension. */
interface States {
  readonly protection: 'public' | 'protected'
  readonly suspension: 'none' | 'suspended'
  /**
   * `left` means deactivated. {@link DEACTIVATED_RETENTION_MS} later the user becomes `gone` without an action, and the
   * posts are deleted.
   */
  readonly presence: 'present' | 'left' | 'gone'
  /** `withheld` applies to the countries of a separate list, which can change. */
  readonly reach: 'everywhere' | 'withheld'
  /**
   * No action changes this state. Locations can be scrubbed repeatedly, because recipients may have copies of locations
   * that this server has already deleted.
   */
  readonly locations: 'scrubbable'
}

type Dimension = keyof States

/** States to which an action can lead. Only the passage of time leads to `gone`. */
type Reachable<Name extends Dimension> = Exclude<States[Name], 'gone'>

export type UserStep = UserAction | 'scrub_geo'

/** The dimension that each action changes. */
const DIMENSION_OF = {
  protect: 'protection',
  unprotect: 'protection',
  suspend: 'suspension',
  unsuspend: 'suspension',
  deactivate: 'presence',
  reactivate: 'presence',
  withhold: 'reach',
  unwithhold: 'reach',
  scrub_geo: 'locations',
} as const satisfies Readonly<Record<UserStep, Dimension>>

type DimensionOf<Step extends UserStep> = (typeof DIMENSION_OF)[Step]

/** The event of each action. */
type EventOf = Readonly<Record<UserAction, 'user.state_changed'>> & {
  readonly scrub_geo: 'user.geo_scrubbed'
}

interface RefusedStep {
  readonly refusal: RefusalReason
  readonly why: string
}

/** An allowed action: the new state and the event. */
export interface TakenUserStep<Step extends UserStep> {
  readonly to: Reachable<DimensionOf<Step>>
  readonly event: EventOf[Step]
  /** The refusal for a list of countries that does not change; undefined for actions without a list. */
  readonly sameList?: RefusedStep
}

const ALREADY_SO = { refusal: 'state-already-so', why: 'is in that state already' } as const
const GONE = { refusal: 'user-gone', why: 'left 30 days ago, and its posts are deleted' } as const

const CHANGED = 'user.state_changed'

/** Transitions, by action and by the current state of the dimension that the action changes. */
export const USER_STATES: {
  readonly [Step in UserStep]: Readonly<Record<States[DimensionOf<Step>], TakenUserStep<Step> | RefusedStep>>
} = {
  protect: { public: { to: 'protected', event: CHANGED }, protected: ALREADY_SO },
  unprotect: { public: ALREADY_SO, protected: { to: 'public', event: CHANGED } },
  suspend: { none: { to: 'suspended', event: CHANGED }, suspended: ALREADY_SO },
  unsuspend: { none: ALREADY_SO, suspended: { to: 'none', event: CHANGED } },
  deactivate: { present: { to: 'left', event: CHANGED }, left: ALREADY_SO, gone: ALREADY_SO },
  reactivate: { present: ALREADY_SO, left: { to: 'present', event: CHANGED }, gone: GONE },
  withhold: {
    everywhere: { to: 'withheld', event: CHANGED },
    withheld: { to: 'withheld', event: CHANGED, sameList: ALREADY_SO },
  },
  unwithhold: { everywhere: ALREADY_SO, withheld: { to: 'everywhere', event: CHANGED } },
  scrub_geo: { scrubbable: { to: 'scrubbable', event: 'user.geo_scrubbed' } },
}

/** The current state of a user in each dimension. */
const STATE_OF: { readonly [Name in Dimension]: (user: User, now: number) => States[Name] } = {
  protection: ({ isProtected }) => (isProtected ? 'protected' : 'public'),
  suspension: ({ suspendedAt }) => (suspendedAt === null ? 'none' : 'suspended'),
  presence: presenceOf,
  reach: ({ withheldInCountries }) => (withheldInCountries.length === 0 ? 'everywhere' : 'withheld'),
  locations: () => 'scrubbable',
}

/** Presence of a user. @param now milliseconds since the Unix epoch */
export function presenceOf({ deactivatedAt }: Pick<User, 'deactivatedAt'>, now: number): States['presence'] {
  if (deactivatedAt === null) return 'present'
  return now < deactivatedAt + DEACTIVATED_RETENTION_MS ? 'left' : 'gone'
}

interface Circumstances {
  readonly now: number
  /** The complete new list of countries, for `withhold`. */
  readonly countries: readonly string[]
}

/** Fields that change when a user enters a state. */
const CHANGES_ON_ENTRY: {
  readonly [Name in Dimension]: Readonly<
    Record<Reachable<Name>, (circumstances: Circumstances) => Partial<User>>
  >
} = {
  protection: { public: () => ({ isProtected: false }), protected: () => ({ isProtected: true }) },
  suspension: { none: () => ({ suspendedAt: null }), suspended: ({ now }) => ({ suspendedAt: now }) },
  presence: { present: () => ({ deactivatedAt: null }), left: ({ now }) => ({ deactivatedAt: now }) },
  reach: {
    everywhere: () => ({ withheldInCountries: [] }),
    withheld: ({ countries }) => ({ withheldInCountries: countries }),
  },
  locations: { scrubbable: () => ({}) },
}

/**
 * Returns the result of an action that is allowed in the current state.
 * @param now milliseconds since the Unix epoch
 * @param countries the complete new list, for `withhold`
 * @throws {Refusal} with the reason in {@link USER_STATES}
 */
export function requireUserStep<Step extends UserStep>(
  user: User,
  action: Step,
  now: number,
  countries: readonly string[] = [],
): TakenUserStep<Step> {
  const name: DimensionOf<Step> = DIMENSION_OF[action]
  const outcome: TakenUserStep<Step> | RefusedStep = USER_STATES[action][STATE_OF[name](user, now)]
  if ('refusal' in outcome) throw refusalOf(user, action, outcome)
  const { sameList } = outcome
  if (sameList !== undefined && user.withheldInCountries.join() === countries.join()) {
    throw refusalOf(user, action, sameList)
  }
  return outcome
}

function refusalOf({ screenName }: User, action: UserStep, { refusal, why }: RefusedStep): Refusal {
  return new Refusal(refusal, `@${screenName} ${why}: ${action} changes nothing`)
}

/** The user after an action. */
export function changedUser<Step extends UserStep>(
  user: User,
  action: Step,
  { to }: TakenUserStep<Step>,
  circumstances: Circumstances,
): User {
  const name: DimensionOf<Step> = DIMENSION_OF[action]
  return { ...user, ...CHANGES_ON_ENTRY[name][to](circumstances) }
}
