/**
 * Checks the clock. Imports need an approximately correct clock, because ids contain its time, and posts with a later
 * time are rejected (spec/server.md#import).
 */
import { ExpectedError } from '../lib/expected-error.ts'
import { SNOWFLAKE_EPOCH_MS } from '../lib/ids/snowflake.ts'
import type { Clock } from '../lib/time/clock.ts'

/**
 * Latest time of a usable clock. Ids have 41 bits of milliseconds; the last year of this range is reserved for leases.
 */
const LATEST_MS = Date.UTC(2079, 0, 1)

/** Thrown when the clock has a time that ids cannot contain. */
export class ClockUnusable extends ExpectedError {
  override readonly name = 'ClockUnusable'
}

/** Called before anything is written. @throws {ClockUnusable} */
export function requireUsableClock(clock: Pick<Clock, 'now'>): void {
  const now = clock.now()
  if (now >= SNOWFLAKE_EPOCH_MS && now < LATEST_MS) return
  throw new ClockUnusable(
    `the clock of this machine is at ${new Date(now).toISOString()}, which ids cannot contain; set it (for example with NTP) and run the import again`,
  )
}
