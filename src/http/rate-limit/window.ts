/**
 * Computes fixed rate windows (spec/limits.md#window). A window starts at the first request after the end of the
 * previous window. It ends when its length has passed, after any number of requests.
 *
 * The start is rounded down to the whole second, so that a window ends exactly at the second of its `reset`. As a
 * result, a client that waits for `reset` is never too early. In the first response of a window, `reset` minus `date`
 * is the length of the window.
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
  /**
   * The end of the window in Unix seconds. If no window has started, this is the end of a window that would start now.
   */
  reset: number
}

/** One query of {@link WindowStore.peekAll}. */
export interface WindowQuery {
  key: string
  window: RateWindow
}

/**
 * Counts requests by key. A key identifies a caller and a budget. All requests under one key must use the same limit
 * and length, except after a change of the configuration:
 *
 * - a new limit applies immediately, and requests that were counted before count for it;
 * - a new length applies from the next window on, so that the `reset` of earlier responses remains correct.
 */
export interface WindowStore {
  /**
   * Grants a request of `cost` units (1 or more, default 1) if the window has that many units left. A refused request
   * uses no units and starts no window.
   */
  take(key: string, window: RateWindow, cost?: number): Decision | Promise<Decision>
  /** The decision that {@link WindowStore.take} would make for one unit. Changes nothing. */
  peek(key: string, window: RateWindow): Decision | Promise<Decision>
  /** {@link WindowStore.peek} for many keys. The results are in the order of the queries. */
  peekAll(queries: readonly WindowQuery[]): Decision[] | Promise<Decision[]>
  /** Releases all resources; the store must not be used afterwards. */
  close(): void | Promise<void>
}

/** State of a started window. */
export interface StartedWindow {
  /** Milliseconds since the Unix epoch, a whole second. */
  startedAt: number
  /** The length that was configured when the window started, in seconds. */
  seconds: number
  /** Units granted so far. */
  used: number
}

/** The start of a window whose first request arrives at `now` (both in milliseconds). */
export function windowStart(now: number): number {
  return Math.floor(now / 1000) * 1000
}

/**
 * True if a window has not ended at `now` (milliseconds).
 *
 * The start of a window can be in the future after the clock was set back. Such a window still counts, and its `reset`
 * stays unchanged. A start that is more than one window length in the future is ignored, because it comes from a wrong
 * clock. If such a start counted, a clock that once was a year ahead would block callers for a year.
 */
export function isLive(started: StartedWindow, now: number): boolean {
  const length = started.seconds * 1000
  return now < started.startedAt + length && started.startedAt <= now + length
}

/**
 * The decision about a granted or refused request.
 * @param started the window after the request; undefined when no window has started
 */
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
