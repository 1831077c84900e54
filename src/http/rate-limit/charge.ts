/** Taking from rate windows: what a call costs its caller, and the caller's app. */
import type { Clock } from '../../lib/time/clock.ts'
import type { CallerFacts } from '../endpoint.ts'
import type { HeaderList } from '../headers.ts'
import { appWindowOf, type Limits, scaledLimit, windowOf } from './budget.ts'
import { rateLimitHeaders } from './headers.ts'
import type { Decision, WindowQuery, WindowStore } from './window.ts'

/** What of the edge this needs. */
export interface RateLimiting {
  readonly windows: WindowStore
  readonly limits: Limits
  readonly clock: Clock
}

/** What became of a call; undefined where nothing is limited. */
export type ChargeResult = Decision | undefined

/** The headers that tell of it, on every answer of a limited endpoint. */
export function chargedHeaders(decision: ChargeResult): HeaderList {
  return decision === undefined ? [] : rateLimitHeaders(decision)
}

/**
 * Takes from the caller's window, or only looks at it when the request is refused anyway: every answer of a limited
 * endpoint tells how much is left (spec/clients.md#answers).
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

/** Takes from a caller's window and from that of its app; whichever refuses is told of. */
async function chargeBoth(windows: WindowStore, own: WindowQuery, ofApp: WindowQuery): Promise<Decision> {
  const decision = await windows.take(own.key, own.window)
  if (!decision.allowed) return decision
  const whole = await windows.take(ofApp.key, ofApp.window)
  return whole.allowed ? decision : whole
}
