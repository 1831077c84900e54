/**
 * Fixed rate windows (spec/limits.md#window): a window starts at the first request after the previous one ended, and
 * ends when its length has passed, however it was used.
 *
 * Starts are rounded down to the whole second, so that a window ends exactly at the second its `reset` names:
 * a client that waits for it is never early, and `reset` minus the `date` of a fresh window is its length.
 */

/** What an endpoint grants: `limit` requests (0 or more; 0 refuses all) per `seconds` (1 or more). */
export interface RateWindow {
  limit: number
  seconds: number
}

/** The answer to one request, and what its `x-rate-limit-*` headers say. */
export interface Decision {
  allowed: boolean
  limit: number
  /** Requests left in the window, from 0 to `limit`. */
  remaining: number
  /** The end of the window in Unix seconds; without a window, the end of one that would start now. */
  reset: number
}

/** One question of {@link WindowStore.peekAll}. */
export interface WindowQuery {
  key: string
  window: RateWindow
}

/**
 * Counts requests by key. A key names a caller and a budget; every request under one key must bring the same
 * window, except that configuration may change:
 *
 * - a new limit holds at once, for what is used already too;
 * - a new length holds from the next window, so that the `reset` a client was told stays true.
 */
export interface WindowStore {
  /**
   * Grants a request of `cost` units (1 or more, 1 when left out) if the window has as many left. A refused
   * request uses nothing, and starts and lengthens no window.
   */
  take(key: string, window: RateWindow, cost?: number): Decision | Promise<Decision>
  /** What {@link WindowStore.take} of one unit would find; changes nothing. */
  peek(key: string, window: RateWindow): Decision | Promise<Decision>
  /** {@link WindowStore.peek} for many keys at once, answered in their order. */
  peekAll(queries: readonly WindowQuery[]): Decision[] | Promise<Decision[]>
  /** Lets go of what the store holds; nothing may be asked of it afterwards. */
  close(): void | Promise<void>
}

/** A window that has started, as stores keep it. */
export interface StartedWindow {
  /** Milliseconds since the Unix epoch, a whole second. */
  startedAt: number
  /** The length it started with. */
  seconds: number
  /** Units granted so far. */
  used: number
}

/** The start of a window whose first request comes at `now` (both in milliseconds). */
export function windowStart(now: number): number {
  return Math.floor(now / 1000) * 1000
}

/**
 * Whether a window still counts at `now` (milliseconds).
 *
 * A clock set back does not give spent windows back: one that starts in the future counts, and its `reset`
 * stays as announced. Only a start more than one length ahead is taken for the trace of a wrong clock and
 * forgotten; otherwise a clock that once ran a year ahead would lock callers out for a year.
 */
export function isLive(started: StartedWindow, now: number): boolean {
  const length = started.seconds * 1000
  return now < started.startedAt + length && started.startedAt <= now + length
}

/** The decision about a request that was granted or refused; `started` is the window after it, if there is one. */
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
