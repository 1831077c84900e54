import type { Clock } from '../lib/time/clock.ts'

/**
 * The Unix second before which requests may have been taken by a server that has crashed, when the next one starts: now,
 * or earlier if the clock is ahead. Without that a clock that is corrected after the start would have everybody refused
 * until it shows this time again.
 * @param formerUntil milliseconds since the Unix epoch up to which a server before this one may have run: the end of the
 *   last lease of a worker number, which is renewed long before it ends
 */
export function secondOfStart(clock: Pick<Clock, 'now'>, formerUntil: number): number {
  return Math.floor(Math.min(clock.now(), formerUntil + 1_000) / 1000)
}
