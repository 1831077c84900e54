/**
 * Fixed rate windows (spec/limits.md#window): a window starts at the first request after the previous one ended, and
 * ends when its length has passed, regardless of use.
 *
 * Starts are rounded down to the whole second, so that a window ends exactly at the second of its `reset`. So a client
 * that waits for `reset` is never early, and `reset` minus the `date` of a new window is its length.
 */

/** A window grants `limit` requests (0 or more; 0 refuses all) in `seconds` (1 or more). */
export interface RateWindow {
  limit: number
  seconds: number
}

/** The decision about one request, with the values of its `x-rate-limit-*` headers. */
export interface Decision {
  allowed: boolean
  limit: number
  /** Requests left in the window, from 0 to `limit`. */
  remaining: number
  /** The end of the window in Unix seconds; without a window, the end of a window that would start now. */
  reset: number
}

/** One query of {@link WindowStore.peekAll}. */
export interface WindowQuery {
  key: string
  window: RateWindow
}

/**
 * Counts requests by key. A key identifies a caller and a budget; all requests under one key must use the same window,
 * except when the configuration changes:
 *
 * - a new limit applies immediately, also to requests that were counted before;
 * - a new length applies from the next window, so that the `reset` that was sent remains correct.
 */
export interface WindowStore {
  /**
   * Grants a request of `cost` units (1 or more, default 1) if the window has enough left. A refused request uses
   * nothing, and neither starts nor extends a window.
   */
  take(key: string, window: RateWindow, cost?: number): Decision | Promise<Decision>
  /** The decision that {@link WindowStore.take} of one unit would make; changes nothing. */
  peek(key: string, window: RateWindow): Decision | Promise<Decision>
  /** {@link WindowStore.peek} for many keys; results in input order. */
  peekAll(queries: readonly WindowQuery[]): Decision[] | Promise<Decision[]>
  /** Releases all resources; the store must not be used afterwards. */
  close(): void | Promise<void>
}

/** State of a started window. */
export interface StartedWindow {
  /** Milliseconds since the Unix epoch, a whole second. */
  startedAt: number
  /** The length at the start of the window. */
  seconds: number
  /** Units granted so far. */
  used: number
}

/** The start of a window whose first request comes at `now` (both in milliseconds). */
export function windowStart(now: number): number {
  return Math.floor(now / 1000) * 1000
}

/**
 * True while a window counts at `now` (milliseconds).
 *
 * Setting back the clock does not reset used windows: a window that starts in the future counts, and its `reset` does
 * not change. Only a start that is more than one length ahead is ignored, because a wrong clock has left it; otherwise
 * a clock that once ran a year ahead would lock callers out for a year.
 */
export function isLive(started: StartedWindow, now: number): boolean {
  const length = started.seconds * 1000
  return now < started.startedAt + length && started.startedAt <= now + length
}

/** The decision about a granted or refused request. @param started the window after the request; undefined without one */
export function decide(
  allowed: boolean,
  window: RateWindow,
  started: StartedWindow | undefined,
  now: number,
): Decision {
  const { startedAt, seconds, used } = started ?? { startedAt: windowStart(now), ...window, used: 0 }
  const remaining = Math.max(0, window.limit - used)
  return { allowed, limit: window.limit, remaining, reset: startedAt / 1000 + seconds }
}

/** The decision of {@link WindowStore.peek}, for a window that may have ended. */
export function decidePeek(window: RateWindow, started: StartedWindow | undefined, now: number): Decision {
  const live = started !== undefined && isLive(started, now) ? started : undefined
  const decision = decide(true, window, live, now)
  return { ...decision, allowed: decision.remaining > 0 }
}
