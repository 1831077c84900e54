/** Counts requests and delivered posts of apps by hour, for the charts of the console (docs/console.md#usage). */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Store } from '../../db/store.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'

const HOUR_MS = 3_600_000

/** Age in hours after which counts are deleted: 90 days. */
export const HOURS_RETAINED: number = 90 * 24

/** Number of rows that one transaction deletes, so that the transaction does not block the event loop for long. */
const SLICE = 500

/** Number of requests of an app in an hour, for one family of endpoints and one class of statuses. */
export interface RequestHour {
  readonly appId: bigint
  /** In hours since the Unix epoch. */
  readonly hour: number
  /** Name of the family of endpoints, such as `1.1`. */
  readonly family: string
  /** First digit of the statuses, such as 2 for 200. */
  readonly statusClass: number
  readonly requests: number
}

/** Number of posts that an app received in an hour, from streams and from calls that count towards the monthly cap. */
export interface PostHour {
  readonly appId: bigint
  /** In hours since the Unix epoch. */
  readonly hour: number
  readonly posts: number
}

export interface HourCounts {
  readonly requests: readonly RequestHour[]
  readonly posts: readonly PostHour[]
}

/** A range of hours since the Unix epoch. */
export interface HourRange {
  readonly from: number
  /** The first hour after the range. */
  readonly until: number
}

/** The hour of a time, in hours since the Unix epoch. @param at milliseconds since the Unix epoch */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS)
}

/** Start of an hour, in milliseconds since the Unix epoch. */
export function hourStart(hour: number): number {
  return hour * HOUR_MS
}

/** Adds to the counts. Several processes can do this at the same time. */
export async function addHourCounts(store: Store, { requests, posts }: HourCounts): Promise<void> {
  // The order is always the same, so that concurrent processes do not deadlock.
  const ofRequests = requests
    .map((row) => [row.appId, row.hour, row.family, row.statusClass, row.requests] as const)
    .toSorted(byKey)
  const ofPosts = posts.map((row) => [row.appId, row.hour, row.posts] as const).toSorted(byKey)
  for (const rows of slicesOf(ofRequests)) {
    // No event: the counts are derived from requests, and no other state depends on them.
    await store.write(async (tx) => {
      await upsertRequests(tx, rows)
    })
  }
  for (const rows of slicesOf(ofPosts)) {
    // No event: the counts are derived from requests, and no other state depends on them.
    await store.write(async (tx) => {
      await upsertPosts(tx, rows)
    })
  }
}

/** The stored counts of an app, by hour. */
export async function hourCountsOf(
  reader: Reader,
  appId: bigint,
  { from, until }: HourRange,
): Promise<HourCounts> {
  const range = { appId, from, until }
  const requests = await reader.rows(requestsOfApp, range)
  const posts = await reader.rows(postsOfApp, range)
  return {
    requests: requests.map((row) => ({
      appId,
      hour: row.hour,
      family: row.family,
      statusClass: row.status_class,
      requests: Number(row.requests),
    })),
    posts: posts.map((row) => ({ appId, hour: row.hour, posts: Number(row.posts) })),
  }
}

/** Deletes counts older than {@link HOURS_RETAINED}. */
export async function deleteOldHours(store: Store, clock: Clock, signal?: AbortSignal): Promise<void> {
  const before = hourOf(clock.now()) - HOURS_RETAINED
  for (const statement of [deleteRequestsBefore, deletePostsBefore]) {
    for (;;) {
      const started = clock.monotonic()
      // No event: the counts are derived from requests, and no other state depends on them.
      const deleted = await store.writeAlone((tx) => tx.run(statement, { before, slice: SLICE }))
      if (signal?.aborted === true) return
      if (deleted < SLICE) break
      await sleep(clock, clock.monotonic() - started, signal)
    }
  }
}

function* slicesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += SLICE) yield rows.slice(at, at + SLICE)
}

type Key = readonly [appId: bigint, hour: number, ...rest: readonly (number | string)[]]

function byKey(a: Key, b: Key): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1
  return a[1] - b[1] || String(a[2]).localeCompare(String(b[2])) || Number(a[3]) - Number(b[3])
}

const upsertRequests = bulk(
  { app_id: 'integer', hour: 'integer', family: 'text', status_class: 'integer', requests: 'integer' },
  (k, rows) =>
    k
      .insertInto('request_hours')
      .columns(['app_id', 'hour', 'family', 'status_class', 'requests'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'hour', 'family', 'status_class']).doUpdateSet((eb) => ({
          requests: eb('request_hours.requests', '+', eb.ref('excluded.requests')),
        })),
      ),
)

const upsertPosts = bulk({ app_id: 'integer', hour: 'integer', posts: 'integer' }, (k, rows) =>
  k
    .insertInto('post_hours')
    .columns(['app_id', 'hour', 'posts'])
    .expression(rows)
    .onConflict((conflict) =>
      conflict.columns(['app_id', 'hour']).doUpdateSet((eb) => ({
        posts: eb('post_hours.posts', '+', eb.ref('excluded.posts')),
      })),
    ),
)

interface Range extends HourRange {
  appId: bigint
}

const requestsOfApp = query<Range>()((k, p) =>
  k
    .selectFrom('request_hours')
    .select(['hour', 'family', 'status_class', 'requests'])
    .where('app_id', '=', p('appId'))
    .where('hour', '>=', p('from'))
    .where('hour', '<', p('until'))
    .orderBy('hour'),
)

const postsOfApp = query<Range>()((k, p) =>
  k
    .selectFrom('post_hours')
    .select(['hour', 'posts'])
    .where('app_id', '=', p('appId'))
    .where('hour', '>=', p('from'))
    .where('hour', '<', p('until'))
    .orderBy('hour'),
)

// Uses the index request_hours_hour.
const deleteRequestsBefore = query<{ before: number; slice: number }>()(
  (_, p) => sql`
    delete from request_hours where (app_id, hour, family, status_class) in (
      select app_id, hour, family, status_class from request_hours where hour < ${p('before')} limit ${p('slice')})`,
)

// Uses the index post_hours_hour.
const deletePostsBefore = query<{ before: number; slice: number }>()(
  (_, p) => sql`
    delete from post_hours where (app_id, hour) in (
      select app_id, hour from post_hours where hour < ${p('before')} limit ${p('slice')})`,
)
