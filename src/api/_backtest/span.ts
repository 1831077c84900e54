/**
 * The 168 hours of a backtest, the part of these hours that a response covers, and the token of the next request.
 */
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { firstSnowflakeAt, snowflakeTime } from '../../lib/ids/snowflake.ts'

export const HOUR_MS = 3_600_000
export const SECOND_MS = 1_000

/**
 * Seven days of clock hours. The last hour is the current hour of the first request, so this hour is not complete.
 */
export const HOURS = 168

/** Hours after which a token is invalid, because the index may no longer have the oldest posts. */
const TOKEN_HOURS = 24

/**
 * The form of a token, which is opaque to clients. It contains the hour at which the backtest ends and the id at which
 * it continues, both in base 36.
 */
const TOKEN = /^t1([0-9a-z]{1,8})-([0-9a-z]{1,13})$/

/** The time span that a request has to examine. */
export interface BacktestSpan {
  /** The end of the last hour, in milliseconds since the Unix epoch. */
  readonly hoursEnd: number
  /** Beginning and end of the examined time, in milliseconds since the Unix epoch. */
  readonly start: number
  readonly end: number
  /** The first and the last id of the examined time; both belong to the span. */
  readonly from: bigint
  readonly to: bigint
}

/**
 * The span of a request.
 * @param days the number of days that the index of recent posts covers
 * @returns undefined for a token that is malformed, older than a day, or from the future
 */
export function spanOf(now: number, days: number, token?: string): BacktestSpan | undefined {
  const thisHour = Math.floor(now / HOUR_MS)
  if (token === undefined) return between(now, days, thisHour + 1, LARGEST_ID)
  const parts = TOKEN.exec(token)
  if (parts === null) return undefined
  const [hour, to] = [Number.parseInt(parts[1] ?? '', 36), fromBase36(parts[2] ?? '')]
  if (hour > thisHour + 1 || hour < thisHour + 1 - TOKEN_HOURS || to > LARGEST_ID) return undefined
  return between(now, days, hour, to)
}

function between(now: number, days: number, lastHour: number, to: bigint): BacktestSpan {
  const hoursEnd = lastHour * HOUR_MS
  const start = Math.max(hoursEnd - HOURS * HOUR_MS, now - days * 24 * HOUR_MS)
  // The time in an id may be slightly ahead of the clock, so the span contains all ids of the last hour.
  const last = firstSnowflakeAt(hoursEnd) - 1n
  const end = Math.max(start, Math.min(now, to < last ? secondEnd(to) : hoursEnd))
  return { hoursEnd, start, end, from: firstSnowflakeAt(start), to: to < last ? to : last }
}

/** The end of the second in which an id was made, in milliseconds since the Unix epoch. */
export function secondEnd(id: bigint): number {
  return (secondOf(id) + 1) * SECOND_MS
}

/** The second in which an id was made, in seconds since the Unix epoch. */
export function secondOf(id: bigint): number {
  return Math.floor(snowflakeTime(id) / SECOND_MS)
}

/** The token with which the next request continues at `next`, the newest id that was not examined. */
export function tokenOf({ hoursEnd }: Pick<BacktestSpan, 'hoursEnd'>, next: bigint): string {
  return `t1${(hoursEnd / HOUR_MS).toString(36)}-${next.toString(36)}`
}

function fromBase36(digits: string): bigint {
  let value = 0n
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value
}
