/**
 * Selects the 1 % of posts for the sampled stream (spec/post-streams.md#sampled-stream): the posts whose id has one of
 * ten milliseconds of each second.
 */
import { firstSnowflakeAt, snowflakeTime } from './snowflake.ts'

const FIRST_MS = 657
const LAST_MS = 666

/** True for a post that is in the sampled stream. The result is the same in every process and at any time. */
export function isSampled(id: bigint): boolean {
  const ms = snowflakeTime(id) % 1000
  return ms >= FIRST_MS && ms <= LAST_MS
}

/** Generates increasing ids of posts that are all in the sample, for tests of clients. */
export class SampledIds {
  #last = 0n

  /**
   * An id in the newest ten sampled milliseconds that have begun by `now`.
   * @param now milliseconds since the Unix epoch
   */
  next(now: number): bigint {
    const first = firstSnowflakeAt(Math.floor((now - FIRST_MS) / 1000) * 1000 + FIRST_MS)
    // The ids of one millisecond are enough for the posts of a second.
    this.#last = this.#last < first ? first : this.#last + 1n
    return this.#last
  }
}
