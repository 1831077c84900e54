/** Time parameters of API v2 (spec/v2-posts.md#time-errors). */
import { isoTime, readOffsetTime } from '../../lib/time/iso-time.ts'
import { type ValidationErrors, valueText } from './validation-errors.ts'

/** Minimum age of `end_time`. */
const MIN_AGE_SECONDS = 10

/** Characters of a time such as `2022-03-22T04:35`. */
const MINUTE_LENGTH = 16

/** Milliseconds since the Unix epoch; `start` is inclusive, `end` exclusive. */
export interface TimeRange {
  readonly start: number | undefined
  readonly end: number | undefined
}

/**
 * Reads `start_time` and `end_time`; errors go to `errors`.
 * @param now milliseconds since the Unix epoch
 * @param oldest the least `start_time`, in milliseconds since the Unix epoch
 */
export function readTimeRange(errors: ValidationErrors, now: number, oldest: number): TimeRange {
  const start = readTime(errors, 'start_time')
  const end = readTime(errors, 'end_time')
  if (start !== undefined && start < oldest) {
    addTimeError(errors, 'start_time', start, `on or after ${minuteOf(oldest)}.`)
  }
  if (end !== undefined && end > now - MIN_AGE_SECONDS * 1_000) {
    addTimeError(
      errors,
      'end_time',
      end,
      `a minimum of ${MIN_AGE_SECONDS} seconds prior to the request time.`,
    )
  } else if (end !== undefined && start !== undefined && end <= start) {
    addTimeError(errors, 'end_time', end, "after 'start_time'.")
  }
  return { start, end }
}

/** A time in milliseconds since the Unix epoch; undefined when it was not sent or is no time. */
function readTime(errors: ValidationErrors, name: string): number | undefined {
  const text = errors.text(name)
  if (text === undefined) return undefined
  const time = readOffsetTime(text)
  if (time === undefined) errors.add(name, `${valueText(name, text)} is not a valid RFC3339 date-time`)
  return time
}

function addTimeError(errors: ValidationErrors, name: string, time: number, rule: string): void {
  errors.add(name, `Invalid '${name}':'${minuteOf(time)}'. '${name}' must be ${rule}`)
}

/** Clients match texts with minutes only. */
function minuteOf(time: number): string {
  return `${isoTime(time).slice(0, MINUTE_LENGTH)}Z`
}
