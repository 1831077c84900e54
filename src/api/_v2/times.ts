/** Time parameters of API v2, and of the searches of Labs (spec/v2-posts.md#time-errors). */
import { isoTime, readOffsetTime } from '../../lib/time/iso-time.ts'
import type { Generation } from './parameters.ts'
import { ID_PATTERN, type ValidationErrors, valueText } from './validation-errors.ts'

/** Minimum age of a time parameter, in seconds. The value for API v2 is from recordings of the public API. */
const MIN_AGE_SECONDS: Readonly<Record<Generation, number>> = { labs: 30, '2': 10 }

/** Number of characters of a time such as `2022-03-22T04:35`. */
const MINUTE_LENGTH = 16

export interface TimeRules {
  readonly generation: Generation
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The smallest accepted `start_time`, in milliseconds since the Unix epoch. */
  readonly earliest: number
  /** Tolerance before `earliest`, in milliseconds, because the clocks of clients differ; default: 0. */
  readonly leniency?: number
}

/** A time range in milliseconds since the Unix epoch. `start` belongs to the range; `end` does not. */
export interface TimeRange {
  readonly start: number | undefined
  readonly end: number | undefined
}

/** Reads `start_time` and `end_time`, and adds errors to `errors`. */
export function readTimeRange(errors: ValidationErrors, rules: TimeRules): TimeRange {
  const { generation, earliest, leniency = 0 } = rules
  const start = readPast(errors, rules, 'start_time')
  const end = readPast(errors, rules, 'end_time')
  if (start !== undefined && start < earliest - leniency) {
    addTimeError(errors, generation, 'start_time', start, `on or after ${minuteOf(earliest)}.`)
  }
  if (end !== undefined && end <= (start ?? earliest)) {
    addTimeError(errors, generation, 'end_time', end, "after 'start_time'.")
  }
  return { start, end }
}

/** Reads a parameter with an id, and adds errors to `errors`. */
export function readIdBound(errors: ValidationErrors, name: string): bigint | undefined {
  const text = errors.text(name)
  if (text === undefined) return undefined
  if (ID_PATTERN.test(text)) return BigInt(text)
  errors.add(name, `${valueText(name, text)} does not match ${ID_PATTERN.source}`)
  return undefined
}

/** The text of a time in an error message: the time up to the minute. */
export function minuteOf(time: number): string {
  return `${isoTime(time).slice(0, MINUTE_LENGTH)}Z`
}

/** Reads a time parameter and checks its minimum age. */
function readPast(
  errors: ValidationErrors,
  { generation, now }: TimeRules,
  name: string,
): number | undefined {
  const time = readTime(errors, name)
  const seconds = MIN_AGE_SECONDS[generation]
  if (time === undefined || time <= now - seconds * 1_000) return time
  const requirement = `a minimum of ${seconds} seconds prior to the request time.`
  addTimeError(errors, generation, name, time, requirement)
  return undefined
}

function readTime(errors: ValidationErrors, name: string): number | undefined {
  const text = errors.text(name)
  if (text === undefined) return undefined
  const time = readOffsetTime(text)
  if (time === undefined) errors.add(name, `${valueText(name, text)} is not a valid RFC3339 date-time`)
  return time
}

/**
 * Adds an error about a time. The texts are from recordings of the public API, except the text for an end before
 * the start. In API v2, the text contains the time without seconds.
 */
function addTimeError(
  errors: ValidationErrors,
  generation: Generation,
  name: string,
  time: number,
  requirement: string,
): void {
  const sent = generation === 'labs' ? errors.text(name) : minuteOf(time)
  errors.add(name, `Invalid '${name}':'${sent}'. '${name}' must be ${requirement}`)
}
