/** What stands between a user and others (spec/followers.md, Relations). */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'

/** As seen by one user: what it does to the other, and the other to it. */
export interface Relation {
  readonly following: boolean
  readonly followedBy: boolean
  /** The other is protected and has not answered yet. */
  readonly followingRequested: boolean
  readonly followingReceived: boolean
  readonly blocking: boolean
  readonly blockedBy: boolean
  readonly muting: boolean
  readonly wantsRetweets: boolean
  readonly wantsNotifications: boolean
}

/** Between a user and each of `others`, which may be unknown ids. At most a few hundred: one statement reads all. */
export async function relationsOf(
  reader: Reader,
  userId: bigint,
  others: readonly bigint[],
): Promise<ReadonlyMap<bigint, Relation>> {
  if (others.length === 0) return new Map()
  const rows = await reader.rows(relationsByIds, { user: userId, others: idList(others) })
  return new Map(rows.map((row) => [row.id, relationIn(row)]))
}

/** Between two users. */
export async function relationOf(reader: Reader, userId: bigint, other: bigint): Promise<Relation> {
  return relationIn(must(await reader.first(relationById, { user: userId, other }), 'a row without a table'))
}

export function relationIn(row: RelationColumns): Relation {
  return {
    following: row.following === 1,
    followedBy: row.followed_by === 1,
    followingRequested: row.requested === 1,
    followingReceived: row.received === 1,
    blocking: row.blocking === 1,
    blockedBy: row.blocked_by === 1,
    muting: row.muting === 1,
    wantsRetweets: row.following === 1 && row.wants_retweets !== 0,
    wantsNotifications: row.following === 1 && row.wants_notifications === 1,
  }
}

/** 1 or null. */
type Mark = number | null

export interface RelationColumns {
  following: Mark
  followed_by: Mark
  requested: Mark
  received: Mark
  blocking: Mark
  blocked_by: Mark
  muting: Mark
  wants_retweets: Mark
  wants_notifications: Mark
}

/** What {@link relationIn} reads, to be selected; each is one look-up in a unique index. */
export function relationColumns(user: RawBuilder<bigint>, other: RawBuilder<bigint>): RawBuilder<unknown> {
  return sql`
    (select 1 from friends where follower_id = ${user} and followee_id = ${other}) as following,
    (select 1 from friends where follower_id = ${other} and followee_id = ${user}) as followed_by,
    (select 1 from follow_requests where requester_id = ${user} and target_id = ${other}) as requested,
    (select 1 from follow_requests where requester_id = ${other} and target_id = ${user}) as received,
    (select 1 from blocks where user_id = ${user} and blocked_id = ${other}) as blocking,
    (select 1 from blocks where user_id = ${other} and blocked_id = ${user}) as blocked_by,
    (select 1 from mutes where user_id = ${user} and muted_id = ${other}) as muting,
    (select wants_retweets from follow_settings where follower_id = ${user} and followee_id = ${other})
      as wants_retweets,
    (select wants_notifications from follow_settings where follower_id = ${user} and followee_id = ${other})
      as wants_notifications`
}

const relationsByIds = query<{ user: bigint; others: string }>()(
  (_, p, engine) => sql<RelationColumns & { id: bigint }>`
    select other.id, ${relationColumns(p('user'), sql<bigint>`other.id`)}
    from ${idsOf(p('others'), engine)} as other`,
)

const relationById = query<{ user: bigint; other: bigint }>()(
  (_, p) => sql<RelationColumns>`select ${relationColumns(p('user'), p('other'))}`,
)
