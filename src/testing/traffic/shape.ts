/** Computes the number of posts in each second. The number depends on the time of day, on chance, and on a storm. */
import type { Uniform } from '../../demo/random.ts'

const DAY_MS = 86_400_000

/** The time of day with the fewest posts, in milliseconds after midnight UTC. */
const QUIETEST_MS = 4 * 3_600_000

/** The largest difference between the number of posts at a time and the mean of the day, relative to this mean. */
const SWING = 0.6

/** The number of posts at a time, relative to the mean of a day. @param at milliseconds since the Unix epoch */
export function rhythmAt(at: number): number {
  return 1 - SWING * Math.cos((2 * Math.PI * (at - QUIETEST_MS)) / DAY_MS)
}

/** The peak of a storm. The record of 2013-08-03 was 143,199 posts in one second, with a mean of 5,700. */
export const STORM_PEAK: number = 143_199 / 5_700

/**
 * Seconds in which a storm grows or decreases by the factor e (2.718). Storms grow fast, because all users wait for
 * the same event.
 */
const RISE_S = 1.5
const FALL_S = 12

/**
 * The number of posts in a storm, relative to the number without a storm.
 * @param seconds seconds since the peak; negative before the peak
 */
export function stormAt(seconds: number): number {
  const scale = seconds < 0 ? RISE_S : FALL_S
  return 1 + (STORM_PEAK - 1) * Math.exp(-Math.abs(seconds) / scale)
}

/** A random number with a Poisson distribution. Above a mean of 30, a rounded normally distributed number is used. */
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
