import type { Clock } from '../lib/time/clock.ts'

/**
 * The first Unix second whose requests cannot have been accepted before a crash: the current second or the
 * second after `previousServerUntil`, whichever is earlier. The latter is for a server that starts while its
 * clock is ahead. With the current second, that server would, after its clock is corrected, refuse every
 * request until the clock reaches the time of the start again.
 * @param previousServerUntil milliseconds since the Unix epoch up to which a previous server may have run: the end of
 *   the last lease of a worker number, which is renewed long before it ends
 */
export function firstSafeSecond(clock: Pick<Clock, 'now'>, previousServerUntil: number): number {
  return Math.floor(Math.min(clock.now(), previousServerUntil + 1_000) / 1000)
}
