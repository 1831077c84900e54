/**
 * Computes the days and months in which usage is counted, in UTC (spec/post-streams.md#posts-per-month,
 * spec/console.md#usage).
 */

const DAY_MS = 86_400_000

/** The day of a time, in days since the Unix epoch. @param at milliseconds since the Unix epoch */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** Start of a day, in milliseconds since the Unix epoch. */
export function dayStart(day: number): number {
  return day * DAY_MS
}

/** A range of days, in days since the Unix epoch. */
export interface Period {
  readonly from: number
  /** The first day after the range. */
  readonly until: number
}

/**
 * The usage month that contains `now`. The month begins on the same day of the calendar month as `since`, or on the
 * last day of a shorter calendar month.
 * @param since start of the first month, in milliseconds since the Unix epoch
 * @param now in milliseconds since the Unix epoch
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

/** @param month number of the calendar month from 0; -1 and 12 are in the previous and the next year */
function beginning(year: number, month: number, start: number): number {
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(start, days)))
}
