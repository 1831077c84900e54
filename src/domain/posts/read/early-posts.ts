/**
 * Times and ids of posts. Ids from before November 2010 are sequential and contain no time, so searches by time use the
 * stored times of these early posts. Some records have a date without a time (spec/archives.md#generations).
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

/** The time until which the network made sequential ids. */
const EARLY_END_MS = Date.UTC(2010, 10, 5)

/** Maximum time by which a stored time can precede the real time, because some records have only a date. */
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

/** True for a post between these times; undefined accepts any time. */
export function isWithin(times: PostTimes | undefined, post: Parameters<typeof postTime>[0]): boolean {
  if (times === undefined) return true
  const time = postTime(post)
  return time >= times.start && time < times.end
}

/** True if the ids from `from` include ids that contain no time. */
export function isEarly(from: bigint): boolean {
  return from < FIRST_SNOWFLAKE
}

/**
 * A lower bound for the ids of posts at or after `time`, in milliseconds since the Unix epoch. Needs at most
 * one lookup in the index posts_early.
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
 * The time of an id, in milliseconds since the Unix epoch. An early id has the time of the next stored early post.
 * Without a next early post, the time is the beginning of ids that contain times.
 */
export async function timeOfId(reader: Reader, id: bigint): Promise<number> {
  if (id >= FIRST_SNOWFLAKE) return snowflakeTime(id)
  return (await reader.first(nextEarly, { id }))?.created_at ?? SNOWFLAKE_EPOCH_MS
}

/** As {@link timeOfId}, but returns an upper bound for the times of all posts with smaller ids. */
export async function latestTimeOfId(reader: Reader, id: bigint): Promise<number> {
  const time = await timeOfId(reader, id)
  return isEarly(id) ? time + DAY_MS : time
}

// The constant is a part of the SQL text and not a parameter, because the index posts_early has only these ids.
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
