/** Days and months of usage (spec/post-streams.md#posts-per-month, spec/console.md#usage), all in UTC. */

const DAY_MS = 86_400_000

/** The day of a moment, as days since the Unix epoch. @param at milliseconds since the Unix epoch */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** The moment at which a day begins, in milliseconds since the Unix epoch. */
export function dayStart(day: number): number {
  return day * DAY_MS
}

/** Days from the first to the one before the last. */
export interface Period {
  readonly from: number
  /** The first day of the next one. */
  readonly until: number
}

/**
 * The month of usage in which `now` lies: it begins on the day of the month on which everything began, or on the last
 * day of a month that is shorter.
 * @param since when everything began; it and `now` in milliseconds since the Unix epoch
 */
export function monthOf(since: number, now: number): Period {
  const start = new Date(since).getUTCDate()
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const begins = beginning(year, month, start)
  return dayOf(now) >= begins
    ? { from: begins, until: beginning(year, month + 1, start) }
    : { from: beginning(year, month - 1, start), until: begins }
}

/** @param month 0 to 11, or one beyond either end */
function beginning(year: number, month: number, start: number): number {
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(start, days)))
}
