/** The number of posts in each second: the rhythm of a day, chance, and the shape of a storm. */
import type { Uniform } from '../../demo/random.ts'

const DAY_MS = 86_400_000

/** The quietest time of a day, in milliseconds after midnight UTC. */
const QUIETEST_MS = 4 * 3_600_000

/** Relative difference between the busiest time of a day and the mean, and between the mean and the quietest time. */
const SWING = 0.6

/** Factor of the mean of a day. @param at milliseconds since the Unix epoch */
export function rhythmAt(at: number): number {
  return 1 - SWING * Math.cos((2 * Math.PI * (at - QUIETEST_MS)) / DAY_MS)
}

/** The record of 2013-08-03: 143,199 posts in one second, while the mean was 5,700. */
export const STORM_PEAK: number = 143_199 / 5_700

/**
 * Seconds in which a storm grows, and falls, by a factor of e. Storms rise fast because all users wait for the same
 * moment.
 */
const RISE_S = 1.5
const FALL_S = 12

/** Factor of a storm. @param seconds since its peak, negative before it */
export function stormAt(seconds: number): number {
  const scale = seconds < 0 ? RISE_S : FALL_S
  return 1 + (STORM_PEAK - 1) * Math.exp(-Math.abs(seconds) / scale)
}

/** A number of the Poisson distribution; above a mean of 30, the rounded normal distribution. */
export function poisson(uniform: Uniform, mean: number): number {
  if (mean > 30) {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()))
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * radius * Math.cos(2 * Math.PI * uniform())))
  }
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = uniform(); product > limit; product *= uniform()) count += 1
  return count
}
