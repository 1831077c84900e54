/**
 * Which posts are of the 1 % (spec/post-streams.md#sampled-stream): by the milliseconds in their ids, ten of a
 * thousand.
 */
import { snowflakeTime } from '../../lib/ids/snowflake.ts'

const FIRST_MS = 657
const LAST_MS = 666

/** Whether the sampled stream has the post; the same in every process and at every time. */
export function isSampled(id: bigint): boolean {
  const ms = snowflakeTime(id) % 1000
  return ms >= FIRST_MS && ms <= LAST_MS
}
