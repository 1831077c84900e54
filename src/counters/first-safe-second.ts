import type { Clock } from '../lib/time/clock.ts'

/**
 * The first Unix second whose requests cannot have been accepted before a crash. It is the current second, or the
 * second after `previousServerUntil` if this second is earlier. The second case is for a clock that is ahead at the
 * start and corrected later. Without that case, the server would refuse every request until the corrected clock reaches
 * the time of the start.
 * @param previousServerUntil milliseconds since the Unix epoch up to which a previous server may have run: the end of
 *   the last lease of a worker number, which is renewed long before it ends
 */
export function firstSafeSecond(clock: Pick<Clock, 'now'>, previousServerUntil: number): number {
  return Math.floor(Math.min(clock.now(), previousServerUntil + 1_000) / 1000)
}
