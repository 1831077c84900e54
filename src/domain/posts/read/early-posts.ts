/**
 * Times and ids of posts. Ids from before November 2010 are sequential and contain no time, so searches by time use the
 * stored times of these early posts. Some records have whole days instead of times (spec/archives.md#generations).
 */
import { sql } from 'kysely'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import {
  FIRST_SNOWFLAKE,
  firstSnowflakeAt,
  SNOWFLAKE_EPOCH_MS,
  snowflakeTime,
} from '../../../lib/ids/snowflake.ts'

/** The service made no sequential ids from this time on. */
const EARLY_END_MS = Date.UTC(2010, 10, 5)

/** A stored time is up to a day before the real time. */
const DAY_MS = 86_400_000

/** In milliseconds since the Unix epoch. */
export interface PostTimes {
  /** Inclusive. */
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** The time of a post, in milliseconds since the Unix epoch. */
export function postTime({ id, createdAt }: { readonly id: bigint; readonly createdAt: number }): number {
  return id < FIRST_SNOWFLAKE ? createdAt : snowflakeTime(id)
}

/** True for a post between these times; undefined times do not limit. */
export function isWithin(times: PostTimes | undefined, post: Parameters<typeof postTime>[0]): boolean {
  if (times === undefined) return true
  const time = postTime(post)
  return time >= times.start && time < times.end
}

/** True for ids from `from` on that include ids without a time. */
export function isEarly(from: bigint): boolean {
  return from < FIRST_SNOWFLAKE
}

/**
 * A lower bound for the ids of posts since `time` (milliseconds since the Unix epoch). Takes at most two seeks in an
 * index.
 */
export async function lowestIdSince(reader: Reader, time: number): Promise<bigint> {
  if (time >= EARLY_END_MS) return firstSnowflakeAt(time)
  const last = await reader.first(lastBefore, { time: time - DAY_MS })
  return last === undefined ? 0n : last.id + 1n
}

/** An upper bound for the ids of posts before `time` (milliseconds since the Unix epoch). */
export async function highestIdBefore(reader: Reader, time: number): Promise<bigint> {
  const highest = firstSnowflakeAt(time) - 1n
  if (highest >= FIRST_SNOWFLAKE) return highest
  const first = await reader.first(firstSince, { time: time + DAY_MS })
  return (first?.id ?? FIRST_SNOWFLAKE) - 1n
}

/**
 * The time of an id, in milliseconds since the Unix epoch. An early id has the time of the next stored post; without
 * such a post, the time at which sequential ids ended.
 */
export async function timeOfId(reader: Reader, id: bigint): Promise<number> {
  if (id >= FIRST_SNOWFLAKE) return snowflakeTime(id)
  return (await reader.first(nextEarly, { id }))?.created_at ?? SNOWFLAKE_EPOCH_MS
}

/** As {@link timeOfId}, but no post with a smaller id has a later time. */
export async function latestTimeOfId(reader: Reader, id: bigint): Promise<number> {
  const time = await timeOfId(reader, id)
  return isEarly(id) ? time + DAY_MS : time
}

// The text of the statement contains this constant, because the index posts_early has only these ids.
const EARLY = sql<boolean>`id < ${sql.lit(Number(FIRST_SNOWFLAKE))}`

const lastBefore = query<{ time: number }>()((db, p) =>
  db
    .selectFrom('posts')
    .select('id')
    .where(EARLY)
    .where('created_at', '<', p('time'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

const firstSince = query<{ time: number }>()((db, p) =>
  db
    .selectFrom('posts')
    .select('id')
    .where(EARLY)
    .where('created_at', '>=', p('time'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
)

const nextEarly = query<{ id: bigint }>()((db, p) =>
  db.selectFrom('posts').select('created_at').where(EARLY).where('id', '>=', p('id')).orderBy('id').limit(1),
)
