/**
 * Chooses the 1 % of posts of the sampled stream (spec/post-streams.md#sampled-stream): ten of a thousand
 * milliseconds in their ids.
 */
import { snowflakeTime } from '../../lib/ids/snowflake.ts'

const FIRST_MS = 657
const LAST_MS = 666

/** True for posts of the sampled stream; the same in every process and at any time. */
export function isSampled(id: bigint): boolean {
  const ms = snowflakeTime(id) % 1000
  return ms >= FIRST_MS && ms <= LAST_MS
}
