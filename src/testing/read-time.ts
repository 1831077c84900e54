/** Parses times and durations for test controls. */
import { readIsoDay, readOffsetTime } from '../lib/time/iso-time.ts'
import { ControlRefused } from './refused.ts'

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * A time in milliseconds since the Unix epoch.
 * @param time milliseconds, an ISO time with an offset, or a day
 * @throws {ControlRefused}
 */
export function readTime(time: string | number | Date): number {
  const ms = typeof time === 'string' ? (readOffsetTime(time) ?? readIsoDay(time)) : new Date(time).getTime()
  if (ms !== undefined && !Number.isNaN(ms)) return ms
  throw new ControlRefused(
    `now is a time such as 2020-09-01T12:00:00Z or milliseconds since 1970, not ${JSON.stringify(time)}`,
  )
}

/**
 * A duration in milliseconds.
 * @param duration milliseconds, or a text such as `90s`, `-15m`, `7d`
 * @throws {ControlRefused}
 */
export function readDuration(duration: string | number): number {
  if (typeof duration === 'number') return duration
  const [, sign, count, unit] = /^(-?)(\d{1,12})(ms|s|m|h|d)$/.exec(duration) ?? []
  if (unit !== undefined) return Number(`${sign}${count}`) * UNITS_MS[unit as keyof typeof UNITS_MS]
  throw new ControlRefused(
    `step is a duration such as 90s, 15m, 2h or 7d, or milliseconds, not ${JSON.stringify(duration)}`,
  )
}
