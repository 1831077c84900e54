/** Charges calls to the rate windows of the caller, the user and the app. */
import { must } from '../../lib/assert.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { CallerFacts } from '../endpoint.ts'
import type { HeaderList } from '../headers.ts'
import {
  type Budget,
  type FurtherBudget,
  furtherBudgetsOf,
  type LimitedEndpoint,
  type Limits,
  scaledLimit,
  windowOf,
} from './budget.ts'
import { dayLimitHeaders, rateLimitHeaders } from './headers.ts'
import type { Decision, WindowQuery, WindowStore } from './window.ts'

/** Dependencies of {@link chargeWindow}. */
export interface RateLimiting {
  readonly windows: WindowStore
  readonly limits: Limits
  readonly clock: Clock
}

/** The decision about a daily budget. Such a budget applies in addition to the shorter window. */
export interface DayDecision {
  readonly of: FurtherBudget['of']
  readonly decision: Decision
}

/**
 * The decision of the window that refuses the call; if no window refuses the call, the decision of the main window. The
 * decisions of the daily budgets are added.
 */
export interface Charge extends Decision {
  readonly days?: readonly DayDecision[]
  /** The owner of the budget that refuses the call; default: the caller. */
  readonly of?: FurtherBudget['of']
  /** True when no header shows the limit. */
  readonly isUnlisted?: boolean
}

/** Result of charging a call; undefined for endpoints without a limit. */
export type ChargeResult = Charge | undefined

/** Rate limit headers for a response; empty without a limit, and for a limit that no header shows. */
export function chargedHeaders(charge: ChargeResult): HeaderList {
  if (charge === undefined || charge.isUnlisted === true) return []
  if (charge.days === undefined) return rateLimitHeaders(charge)
  const days = charge.days.flatMap(({ of, decision }) =>
    dayLimitHeaders(of === 'app' ? 'app' : 'user', decision),
  )
  return [...rateLimitHeaders(charge), ...days]
}

/**
 * Charges a call to all of its windows. If `take` is false, the windows are only read. `take` is false for a request
 * that is refused for another reason. The windows are read because every response of a limited endpoint states the
 * remaining requests (spec/clients.md#answers).
 */
export function chargeWindow(
  limiting: RateLimiting,
  family: Parameters<typeof windowOf>[0],
  endpoint: LimitedEndpoint,
  caller: CallerFacts,
  take: boolean,
): ChargeResult | Promise<Charge> {
  const window = windowOf(family, endpoint, caller)
  if (window === undefined) return undefined
  const further = furtherBudgetsOf(family, endpoint, caller)
  if (further.length > 0) return chargeAll(limiting, window, further, take)
  if (limiting.limits === 'off') return unlimited(limiting, window)
  const { key, window: scaled } = queryOf(limiting, window)
  const decided = take ? limiting.windows.take(key, scaled) : limiting.windows.peek(key, scaled)
  return window.isUnlisted === true ? unlisted(decided) : decided
}

async function unlisted(decided: Decision | Promise<Decision>): Promise<Charge> {
  return { ...(await decided), isUnlisted: true }
}

/** A day, in seconds. */
const DAY = 86_400

/** Charges all budgets of a call. Charges no budget when one of the budgets is used up. */
async function chargeAll(
  limiting: RateLimiting,
  window: Budget,
  further: readonly FurtherBudget[],
  take: boolean,
): Promise<Charge> {
  const decisions = await decideAll(limiting, [window, ...further], take)
  const shown = shownOf(decisions, further)
  if (window.seconds === DAY) return shown
  const days = further.flatMap(({ of, seconds, isUnlisted }, index) => {
    const decision = decisions[index + 1]
    return decision === undefined || seconds !== DAY || isUnlisted === true ? [] : { of, decision }
  })
  return days.length === 0 ? shown : { ...shown, days }
}

/**
 * The decision that the headers show: the decision that refuses the call. If no budget or only an unlisted budget
 * refuses the call, the headers show the decision of the main window.
 */
function shownOf(decisions: readonly Decision[], further: readonly FurtherBudget[]): Charge {
  const own = must(decisions[0], 'the decision of the window')
  const index = decisions.findIndex(({ allowed }) => !allowed)
  const spent = further[index - 1]
  if (spent === undefined) return own
  const { of } = spent
  return spent.isUnlisted === true
    ? { ...own, allowed: false, of }
    : { ...must(decisions[index], 'the decision that refuses'), of }
}

/** The decisions of all budgets, in the order of the budgets. */
async function decideAll(
  limiting: RateLimiting,
  budgets: readonly Budget[],
  take: boolean,
): Promise<readonly Decision[]> {
  const { windows, limits } = limiting
  if (limits === 'off') return budgets.map((budget) => unlimited(limiting, budget))
  const queries = budgets.map((budget) => queryOf(limiting, budget))
  const decisions = await windows.peekAll(queries)
  if (!take || decisions.some(({ allowed }) => !allowed)) return decisions
  for (const [index, { key, window }] of queries.entries()) {
    const decision = await windows.take(key, window)
    decisions[index] = decision
    // Another request has taken the last unit after the read. The budgets before this budget are already charged, and
    // stay charged.
    if (!decision.allowed) break
  }
  return decisions
}

function queryOf({ limits }: RateLimiting, { key, limit, seconds }: Budget): WindowQuery {
  return { key, window: { limit: scaledLimit(limit, limits), seconds } }
}

function unlimited({ clock }: RateLimiting, { limit, seconds }: Budget): Decision {
  return { allowed: true, limit, remaining: limit, reset: Math.floor(clock.now() / 1000) + seconds }
}

type Charging = Parameters<typeof chargeWindow>

/**
 * Like {@link chargeWindow}, but also enforces the limit per second. A call above the limit per second is not charged
 * to the window. The headers of the refusal state the limit and the remaining calls of the window, and the end of the
 * second as `reset` (spec/v2-posts.md#search-calls).
 */
export function chargeCall(...charging: Charging): ReturnType<typeof chargeWindow> {
  const [{ limits }, , endpoint, { appKey }, take] = charging
  const limit = endpoint.window?.appPerSecond
  if (!take || limit === undefined || appKey === undefined || limits === 'off')
    return chargeWindow(...charging)
  const key = `${appKey} ${endpoint.method} ${endpoint.paths[0]} second`
  return chargeSecond(charging, key, scaledLimit(limit, limits))
}

async function chargeSecond(
  [limiting, family, endpoint, caller]: readonly [
    RateLimiting,
    Charging[1],
    Charging[2],
    CallerFacts,
    boolean,
  ],
  key: string,
  limit: number,
): Promise<Charge> {
  const second = await limiting.windows.take(key, { limit, seconds: 1 })
  const whole = (await chargeWindow(limiting, family, endpoint, caller, second.allowed)) ?? second
  return second.allowed ? whole : { ...whole, allowed: false, reset: second.reset }
}
