/** The 168 hours of a backtest, how much of them an answer covers, and the token by which the next one goes on. */
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { firstSnowflakeAt, snowflakeTime } from '../../lib/ids/snowflake.ts'

export const HOUR_MS = 3_600_000
export const SECOND_MS = 1_000

/** Seven days of hours by the clock; the last one is that of the first request, and has not ended. */
export const HOURS = 168

/** Hours after which a token is taken no more: the oldest posts are leaving the index meanwhile. */
const TOKEN_HOURS = 24

/** Opaque to clients: the hour at which the backtest ends, and the id from which to go on, both in base 36. */
const TOKEN = /^t1([0-9a-z]{1,8})-([0-9a-z]{1,13})$/

/** The remaining time span. */
export interface BacktestSpan {
  /** The end of the last hour, in milliseconds since the Unix epoch. */
  readonly hoursEnd: number
  /** Where what is looked at begins and ends, in milliseconds since the Unix epoch. */
  readonly start: number
  readonly end: number
  /** The same as ids: from, up to and with. */
  readonly from: bigint
  readonly to: bigint
}

/**
 * The span of a request.
 * @param days how far back the index of recent posts reaches
 * @returns undefined for a token that no backtest of the last day has given
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
  // Ids may run ahead of the clock by a little; whatever is of the last hour is looked at.
  const last = firstSnowflakeAt(hoursEnd) - 1n
  const end = Math.max(start, Math.min(now, to < last ? secondEnd(to) : hoursEnd))
  return { hoursEnd, start, end, from: firstSnowflakeAt(start), to: to < last ? to : last }
}

/** The end of the second in which an id was made, in milliseconds since the Unix epoch. */
export function secondEnd(id: bigint): number {
  return (secondOf(id) + 1) * SECOND_MS
}

/** The second in which an id was made, since the Unix epoch. */
export function secondOf(id: bigint): number {
  return Math.floor(snowflakeTime(id) / SECOND_MS)
}

/** Goes on with `next`, the newest id that was not looked at. */
export function tokenOf({ hoursEnd }: Pick<BacktestSpan, 'hoursEnd'>, next: bigint): string {
  return `t1${(hoursEnd / HOUR_MS).toString(36)}-${next.toString(36)}`
}

function fromBase36(digits: string): bigint {
  let value = 0n
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value
}
