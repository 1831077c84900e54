import type { Decision } from './window.ts'

/** The names in lower case, as they go on the wire. */
export interface RateLimitHeaders {
  'x-rate-limit-limit': string
  'x-rate-limit-remaining': string
  /** Unix seconds. */
  'x-rate-limit-reset': string
}

/** The three headers of every response, success or failure, of a limited endpoint (common.md 4). */
export function rateLimitHeaders(decision: Decision): RateLimitHeaders {
  return {
    'x-rate-limit-limit': String(decision.limit),
    'x-rate-limit-remaining': String(decision.remaining),
    'x-rate-limit-reset': String(decision.reset),
  }
}
