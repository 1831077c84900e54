/** Charges calls to the rate windows of a caller and its app. */
import type { Clock } from '../../lib/time/clock.ts'
import type { CallerFacts } from '../endpoint.ts'
import type { HeaderList } from '../headers.ts'
import { appWindowOf, type Limits, scaledLimit, windowOf } from './budget.ts'
import { rateLimitHeaders } from './headers.ts'
import type { Decision, WindowQuery, WindowStore } from './window.ts'

/** Dependencies of {@link chargeWindow}. */
export interface RateLimiting {
  readonly windows: WindowStore
  readonly limits: Limits
  readonly clock: Clock
}

/** Result of charging a call; undefined for endpoints without a limit. */
export type ChargeResult = Decision | undefined

/** Rate limit headers of every response of a limited endpoint; empty for others. */
export function chargedHeaders(decision: ChargeResult): HeaderList {
  return decision === undefined ? [] : rateLimitHeaders(decision)
}

/**
 * Charges the caller's window. With `take` false it only reads the window, for a request that is refused anyway: every
 * response of a limited endpoint states the remaining requests (spec/clients.md#answers).
 */
export function chargeWindow(
  { windows, limits, clock }: RateLimiting,
  family: Parameters<typeof windowOf>[0],
  endpoint: Parameters<typeof windowOf>[1],
  caller: CallerFacts,
  take: boolean,
): ChargeResult | Promise<Decision> {
  const window = windowOf(family, endpoint, caller)
  if (window === undefined) return undefined
  const { key, limit, seconds } = window
  if (limits === 'off') {
    const reset = Math.floor(clock.now() / 1000) + seconds
    return { allowed: true, limit, remaining: limit, reset }
  }
  const scaled = { limit: scaledLimit(limit, limits), seconds }
  if (!take) return windows.peek(key, scaled)
  const ofApp = appWindowOf(endpoint, caller)
  if (ofApp === undefined) return windows.take(key, scaled)
  const whole = { ...scaled, limit: scaledLimit(ofApp.limit, limits) }
  return chargeBoth(windows, { key, window: scaled }, { key: ofApp.key, window: whole })
}

/** @returns the decision of the window that refuses; that of the caller when both grant */
async function chargeBoth(windows: WindowStore, own: WindowQuery, ofApp: WindowQuery): Promise<Decision> {
  const decision = await windows.take(own.key, own.window)
  if (!decision.allowed) return decision
  const whole = await windows.take(ofApp.key, ofApp.window)
  return whole.allowed ? decision : whole
}

type Charging = Parameters<typeof chargeWindow>

/**
 * As {@link chargeWindow}. A call that is one too many in its second uses nothing of the window: it is refused with the
 * limit and the rest of the window, and the end of the second as the reset (spec/v2-posts.md#search-calls).
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
): Promise<Decision> {
  const second = await limiting.windows.take(key, { limit, seconds: 1 })
  const whole = (await chargeWindow(limiting, family, endpoint, caller, second.allowed)) ?? second
  return second.allowed ? whole : { ...whole, allowed: false, reset: second.reset }
}
