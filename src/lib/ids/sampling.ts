/**
 * Chooses the 1 % of posts of the sampled stream (spec/post-streams.md#sampled-stream): ten of a thousand
 * milliseconds in their ids.
 */
import { firstSnowflakeAt, snowflakeTime } from './snowflake.ts'

const FIRST_MS = 657
const LAST_MS = 666

/** True for posts of the sampled stream; the same in every process and at any time. */
export function isSampled(id: bigint): boolean {
  const ms = snowflakeTime(id) % 1000
  return ms >= FIRST_MS && ms <= LAST_MS
}

/** Makes rising ids of posts that are all in the sample, for tests of clients. */
export class SampledIds {
  #last = 0n

  /** An id whose time is the newest sampled one, `now` or earlier. @param now milliseconds since the Unix epoch */
  next(now: number): bigint {
    const first = firstSnowflakeAt(Math.floor((now - FIRST_MS) / 1000) * 1000 + FIRST_MS)
    // A millisecond has room for more ids than a second has posts.
    this.#last = this.#last < first ? first : this.#last + 1n
    return this.#last
  }
}
