/** What stands between a user and others (spec/followers.md, Relations). */
import { sql } from 'kysely'
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
  return new Map(
    rows.map((row) => [
      row.id,
      {
        following: row.following === 1,
        followedBy: row.followed_by === 1,
        followingRequested: row.requested === 1,
        followingReceived: row.received === 1,
        blocking: row.blocking === 1,
        blockedBy: row.blocked_by === 1,
        muting: row.muting === 1,
        wantsRetweets: row.following === 1 && row.wants_retweets !== 0,
        wantsNotifications: row.following === 1 && row.wants_notifications === 1,
      },
    ]),
  )
}

/** Between two users. */
export async function relationOf(reader: Reader, userId: bigint, other: bigint): Promise<Relation> {
  return must((await relationsOf(reader, userId, [other])).get(other), 'the row of an id')
}

/** 1 or null. */
type Mark = number | null

interface RelationRow {
  id: bigint
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

// Each of them is one look-up in a unique index.
const relationsByIds = query<{ user: bigint; others: string }>()((_, p, engine) => {
  const user = p('user')
  return sql<RelationRow>`
    select other.id,
      (select 1 from friends where follower_id = ${user} and followee_id = other.id) as following,
      (select 1 from friends where follower_id = other.id and followee_id = ${user}) as followed_by,
      (select 1 from follow_requests where requester_id = ${user} and target_id = other.id) as requested,
      (select 1 from follow_requests where requester_id = other.id and target_id = ${user}) as received,
      (select 1 from blocks where user_id = ${user} and blocked_id = other.id) as blocking,
      (select 1 from blocks where user_id = other.id and blocked_id = ${user}) as blocked_by,
      (select 1 from mutes where user_id = ${user} and muted_id = other.id) as muting,
      (select wants_retweets from follow_settings where follower_id = ${user} and followee_id = other.id)
        as wants_retweets,
      (select wants_notifications from follow_settings where follower_id = ${user} and followee_id = other.id)
        as wants_notifications
    from ${idsOf(p('others'), engine)} as other`
})
