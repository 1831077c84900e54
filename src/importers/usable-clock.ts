/**
 * Imports need an approximately right clock, because ids contain its time and posts of the future are rejected
 * (spec/server.md#import).
 */
import { ExpectedError } from '../lib/expected-error.ts'
import { SNOWFLAKE_EPOCH_MS } from '../lib/ids/snowflake.ts'
import type { Clock } from '../lib/time/clock.ts'

/** Ids have 41 bits of milliseconds; the last year is left for leases. */
const LATEST_MS = Date.UTC(2079, 0, 1)

/** Thrown when the clock is at a time that no id can contain. */
export class ClockUnusable extends ExpectedError {
  override readonly name = 'ClockUnusable'
}

/** @throws {ClockUnusable} before anything is written */
export function requireUsableClock(clock: Pick<Clock, 'now'>): void {
  const now = clock.now()
  if (now >= SNOWFLAKE_EPOCH_MS && now < LATEST_MS) return
  throw new ClockUnusable(
    `the clock of this machine is at ${new Date(now).toISOString()}, which ids cannot contain; set it (for example with NTP) and run the import again`,
  )
}
