/** Reads the time span of a search or count, as times and ids (spec/v2-posts.md#time-errors). */
import {
  highestIdBefore,
  isEarly,
  lowestIdSince,
  type PostTimes,
  timeOfId,
} from '../../domain/posts/read/early-posts.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { firstSnowflakeAt, snowflakeTime } from '../../lib/ids/snowflake.ts'
import type { Services } from '../_services.ts'
import type { Generation } from '../_v2/parameters.ts'
import { minuteOf, readIdBound, readTimeRange } from '../_v2/times.ts'
import type { ValidationErrors } from '../_v2/validation-errors.ts'
import { earliestTime, type Reach } from './reach.ts'

const DAY_MS = 86_400_000

/** Length of the time span of an archive call that sends no start. */
const ARCHIVE_DEFAULT_MS = 30 * DAY_MS

/** Minimum age of posts in milliseconds, unless `end_time` is sent. */
const SETTLING_MS = 30_000

/** Tolerance in milliseconds for times before the earliest accepted time, because the clocks of clients differ. */
const LENIENCY_MS = 60_000

/** The requested part of the archive. */
export interface RequestSpan {
  /** First millisecond of the span, since the Unix epoch. */
  readonly start: number
  /** The first millisecond after the span. */
  readonly end: number
  /** Smallest and largest id; both belong to the span. */
  readonly from: bigint
  readonly to: bigint
  /** Required times of posts. When undefined, only the ids bound the span. */
  readonly times?: PostTimes | undefined
}

export type SpanServices = Pick<Services, 'store' | 'clock' | 'searchDays'>

export interface SpanRules {
  readonly generation: Generation
  readonly reach: Reach
}

/** Reads `start_time`, `end_time`, `since_id` and `until_id`, and adds errors to `errors`. */
export async function readSpan(
  errors: ValidationErrors,
  { generation, reach }: SpanRules,
  services: SpanServices,
): Promise<RequestSpan> {
  const now = services.clock.now()
  const earliest = earliestTime(reach, services)
  const { start, end } = readTimeRange(errors, { generation, now, earliest, leniency: LENIENCY_MS })
  const since = readIdBound(errors, 'since_id')
  const until = readIdBound(errors, 'until_id')
  if (generation === 'labs') return labsSpan(earliest, now, { start, end, since, until })
  if (since !== undefined && reach === 'recent') requireRecent(errors, since, earliest)
  return v2Span(services, { reach, earliest, now }, { start, end, since, until })
}

interface Bounds {
  readonly start: number | undefined
  readonly end: number | undefined
  readonly since: bigint | undefined
  readonly until: bigint | undefined
}

/** In Labs, times and ids both bound the span. */
function labsSpan(
  earliest: number,
  now: number,
  { start: from, end: to, since, until }: Bounds,
): RequestSpan {
  const start = Math.max(from ?? earliest, earliest)
  const end = to ?? now - SETTLING_MS
  return {
    start,
    end,
    from: largest(firstSnowflakeAt(start), since === undefined ? 0n : since + 1n),
    to: smallest(firstSnowflakeAt(end) - 1n, until === undefined ? LARGEST_ID : until - 1n),
  }
}

/** In API v2, `since_id` replaces `start_time`, and `until_id` replaces `end_time` (spec/v2.md#paging). */
async function v2Span(
  { store }: SpanServices,
  { reach, earliest, now }: { readonly reach: Reach; readonly earliest: number; readonly now: number },
  bounds: Bounds,
): Promise<RequestSpan> {
  const { since, until } = bounds
  const timeOf = (id: bigint) => timeOfId(store, smallest(id, LARGEST_ID))
  const settled = now - SETTLING_MS
  const end = until === undefined ? (bounds.end ?? settled) : Math.min(await timeOf(until), settled)
  const fallback = reach === 'all' ? Math.max(end - ARCHIVE_DEFAULT_MS, earliest) : earliest
  const start = Math.max(since === undefined ? (bounds.start ?? fallback) : await timeOf(since), earliest)
  const last = await highestIdBefore(store, until === undefined ? end : settled)
  const from = largest(await lowestIdSince(store, start), since === undefined ? 0n : since + 1n)
  const to = smallest(last, until === undefined ? LARGEST_ID : until - 1n)
  if (!isEarly(from)) return { start, end, from, to }
  const times = {
    start: since === undefined ? start : Number.NEGATIVE_INFINITY,
    end: until === undefined ? end : Number.POSITIVE_INFINITY,
  }
  return { start, end, from, to, times }
}

/**
 * Adds an error for an id that is too old. The text is from recordings of the public API, and clients read the id from
 * it.
 */
function requireRecent(errors: ValidationErrors, since: bigint, earliest: number): void {
  if (snowflakeTime(smallest(since, LARGEST_ID)) >= earliest - LENIENCY_MS) return
  const smallestId = firstSnowflakeAt(earliest)
  errors.add(
    'since_id',
    `'since_id' must be a tweet id created after ${minuteOf(earliest)}. Please use a 'since_id' that is larger than ${smallestId}`,
  )
}

/** The larger id. */
export function largest(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

/** The smaller id. */
export function smallest(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
