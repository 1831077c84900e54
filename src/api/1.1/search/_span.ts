/** The range of ids that search/tweets reads, computed from days and ids. */

import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { firstSnowflakeAt } from '../../../lib/ids/snowflake.ts'
import { readIsoDay } from '../../../lib/time/iso-time.ts'
import { V11Error } from '../_errors.ts'
import type { Query } from './_query.ts'

const DAY_MS = 86_400_000

interface Bounds {
  readonly since_id: bigint | undefined
  readonly max_id: bigint | undefined
  readonly until: string | undefined
}

/**
 * The range of ids that may be found, both ends included. It is limited by the searchable days, by the requested days,
 * and by `since_id` and `max_id`.
 * @throws {V11Error} 44 for an `until` that is not a day
 */
export function spanOf(
  query: Query,
  { since_id, max_id, until }: Bounds,
  { clock, searchDays }: { readonly clock: { now(): number }; readonly searchDays: number },
): { readonly from: bigint; readonly to: bigint } {
  const ends = [query.until, until === undefined ? undefined : dayOf(until)].filter((at) => at !== undefined)
  const start = Math.max(clock.now() - searchDays * DAY_MS, query.since ?? 0)
  const first = firstSnowflakeAt(start)
  const last = ends.length === 0 ? LARGEST_ID : firstSnowflakeAt(Math.min(...ends)) - 1n
  const after = since_id === undefined ? 0n : since_id + 1n
  return {
    from: first > after ? first : after,
    to: max_id !== undefined && max_id < last ? max_id : last,
  }
}

/** The start of a day, in milliseconds since the Unix epoch. @throws {V11Error} 44 for other texts */
function dayOf(text: string): number {
  const start = readIsoDay(text)
  if (start === undefined) throw new V11Error('parameterInvalid', 'until')
  return start
}
