/**
 * What may happen to a user in which state, and what it comes to: the whole machine (spec/compliance-stream.md#states).
 * Five switches that know nothing of each other, each with its own actions. Every verb asks it; the compiler holds it
 * complete.
 */
import type { UserAction } from '../../log/event.ts'
import { Refusal, type RefusalReason } from '../context.ts'
import type { User } from './user.ts'

/** How long the posts of a user that has left stay, in milliseconds (spec/compliance-stream.md#event-semantics). */
export const DEACTIVATED_RETENTION_MS = 30 * 86_400_000

/** The states of each switch. */
interface States {
  readonly protection: 'public' | 'protected'
  readonly standing: 'good' | 'suspended'
  /** Who has left is `gone` after {@link DEACTIVATED_RETENTION_MS}, without an action, and the posts go with it. */
  readonly presence: 'present' | 'left' | 'gone'
  /** Withheld in some countries; in which is the list beside it, which may change. */
  readonly reach: 'everywhere' | 'withheld'
  /** Where posts were written may be forgotten again and again: others may know what is gone here. */
  readonly places: 'scrubbable'
}

type SwitchName = keyof States

/** What an action leads to: what only time does, none does. */
type Reachable<Name extends SwitchName> = Exclude<States[Name], 'gone'>

export type UserStep = UserAction | 'scrub_geo'

/** The switch that each action moves. */
const SWITCH_OF = {
  protect: 'protection',
  unprotect: 'protection',
  suspend: 'standing',
  unsuspend: 'standing',
  deactivate: 'presence',
  reactivate: 'presence',
  withhold: 'reach',
  unwithhold: 'reach',
  scrub_geo: 'places',
} as const satisfies Readonly<Record<UserStep, SwitchName>>

type SwitchOf<Step extends UserStep> = (typeof SWITCH_OF)[Step]

/** What the log is told of each action. */
type EventOf = Readonly<Record<UserAction, 'user.state_changed'>> & {
  readonly scrub_geo: 'user.geo_scrubbed'
}

interface Refused {
  readonly refusal: RefusalReason
  readonly why: string
}

/** What an action comes to. */
export interface TakenUserStep<Step extends UserStep> {
  readonly to: Reachable<SwitchOf<Step>>
  readonly event: EventOf[Step]
  /** What is said to the list of countries that stands already; left out when there is none. */
  readonly sameList?: Refused
}

const ALREADY_SO = { refusal: 'state-already-so', why: 'is in that state already' } as const
const GONE = { refusal: 'user-gone', why: 'left 30 days ago, and its posts are deleted' } as const

const CHANGED = 'user.state_changed'

/** By action, and by the state of the switch that it moves. */
export const USER_STATES: {
  readonly [Step in UserStep]: Readonly<Record<States[SwitchOf<Step>], TakenUserStep<Step> | Refused>>
} = {
  protect: { public: { to: 'protected', event: CHANGED }, protected: ALREADY_SO },
  unprotect: { public: ALREADY_SO, protected: { to: 'public', event: CHANGED } },
  suspend: { good: { to: 'suspended', event: CHANGED }, suspended: ALREADY_SO },
  unsuspend: { good: ALREADY_SO, suspended: { to: 'good', event: CHANGED } },
  deactivate: { present: { to: 'left', event: CHANGED }, left: ALREADY_SO, gone: ALREADY_SO },
  reactivate: { present: ALREADY_SO, left: { to: 'present', event: CHANGED }, gone: GONE },
  withhold: {
    everywhere: { to: 'withheld', event: CHANGED },
    withheld: { to: 'withheld', event: CHANGED, sameList: ALREADY_SO },
  },
  unwithhold: { everywhere: ALREADY_SO, withheld: { to: 'everywhere', event: CHANGED } },
  scrub_geo: { scrubbable: { to: 'scrubbable', event: 'user.geo_scrubbed' } },
}

/** In which state each switch of a user stands. */
const STATE_OF: { readonly [Name in SwitchName]: (user: User, now: number) => States[Name] } = {
  protection: ({ isProtected }) => (isProtected ? 'protected' : 'public'),
  standing: ({ suspendedAt }) => (suspendedAt === null ? 'good' : 'suspended'),
  presence: presenceOf,
  reach: ({ withheldInCountries }) => (withheldInCountries.length === 0 ? 'everywhere' : 'withheld'),
  places: () => 'scrubbable',
}

/** Whether a user is here. @param now in milliseconds since the Unix epoch */
export function presenceOf({ deactivatedAt }: Pick<User, 'deactivatedAt'>, now: number): States['presence'] {
  if (deactivatedAt === null) return 'present'
  return now < deactivatedAt + DEACTIVATED_RETENTION_MS ? 'left' : 'gone'
}

/** What belongs to an action besides its name. */
interface Circumstances {
  readonly now: number
  /** For `withhold` the full new list. */
  readonly countries: readonly string[]
}

/** What a user is that enters a state. */
const CHANGES_ON_ENTRY: {
  readonly [Name in SwitchName]: Readonly<
    Record<Reachable<Name>, (circumstances: Circumstances) => Partial<User>>
  >
} = {
  protection: { public: () => ({ isProtected: false }), protected: () => ({ isProtected: true }) },
  standing: { good: () => ({ suspendedAt: null }), suspended: ({ now }) => ({ suspendedAt: now }) },
  presence: { present: () => ({ deactivatedAt: null }), left: ({ now }) => ({ deactivatedAt: now }) },
  reach: {
    everywhere: () => ({ withheldInCountries: [] }),
    withheld: ({ countries }) => ({ withheldInCountries: countries }),
  },
  places: { scrubbable: () => ({}) },
}

/**
 * What an action comes to.
 * @param now in milliseconds since the Unix epoch
 * @param countries for `withhold` the full new list
 * @throws {Refusal} that the table names
 */
export function requireUserStep<Step extends UserStep>(
  user: User,
  action: Step,
  now: number,
  countries: readonly string[] = [],
): TakenUserStep<Step> {
  const name: SwitchOf<Step> = SWITCH_OF[action]
  const outcome: TakenUserStep<Step> | Refused = USER_STATES[action][STATE_OF[name](user, now)]
  if ('refusal' in outcome) throw refusalOf(user, action, outcome)
  const { sameList } = outcome
  if (sameList !== undefined && user.withheldInCountries.join() === countries.join()) {
    throw refusalOf(user, action, sameList)
  }
  return outcome
}

function refusalOf({ screenName }: User, action: UserStep, { refusal, why }: Refused): Refusal {
  return new Refusal(refusal, `@${screenName} ${why}: ${action} changes nothing`)
}

/** The user after an action, in the state that the table names. */
export function changedUser<Step extends UserStep>(
  user: User,
  action: Step,
  { to }: TakenUserStep<Step>,
  circumstances: Circumstances,
): User {
  const name: SwitchOf<Step> = SWITCH_OF[action]
  return { ...user, ...CHANGES_ON_ENTRY[name][to](circumstances) }
}
