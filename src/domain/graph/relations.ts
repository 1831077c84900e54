/** Relations between users (spec/relations.md#relationship). */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'

/** The relations between two users, seen from one of them. */
export interface Relation {
  readonly following: boolean
  readonly followedBy: boolean
  /** The other user is protected and has not accepted or denied the request yet. */
  readonly followingRequested: boolean
  readonly followingReceived: boolean
  readonly blocking: boolean
  readonly blockedBy: boolean
  readonly muting: boolean
  readonly wantsRetweets: boolean
  readonly wantsNotifications: boolean
}

/**
 * The relations of a user to each of `others`, which may contain unknown ids. Pass at most a few hundred ids, because
 * one statement reads all.
 */
export async function relationsOf(
  reader: Reader,
  userId: bigint,
  others: readonly bigint[],
): Promise<ReadonlyMap<bigint, Relation>> {
  if (others.length === 0) return new Map()
  const rows = await reader.rows(relationsByIds, { user: userId, others: idList(others) })
  return new Map(rows.map((row) => [row.id, relationIn(row)]))
}

/** The relation of a user to another user. */
export async function relationOf(reader: Reader, userId: bigint, other: bigint): Promise<Relation> {
  return relationIn(must(await reader.first(relationById, { user: userId, other }), 'a row without a table'))
}

/** Converts the column that {@link relationColumns} selects. */
export function relationIn({ marks }: RelationColumns): Relation {
  const following = has(marks, MARKS.following)
  return {
    following,
    followedBy: has(marks, MARKS.followedBy),
    followingRequested: has(marks, MARKS.requested),
    followingReceived: has(marks, MARKS.received),
    blocking: has(marks, MARKS.blocking),
    blockedBy: has(marks, MARKS.blockedBy),
    muting: has(marks, MARKS.muting),
    wantsRetweets: following && (has(marks, MARKS.wantsRetweets) || !hasSettings({ marks })),
    wantsNotifications: following && has(marks, MARKS.wantsNotifications),
  }
}

/** True if the edge (follow) has a row of settings. */
export function hasSettings({ marks }: RelationColumns): boolean {
  return has(marks, MARKS.settings)
}

/** All flags as one number, because each additional column takes as long as a lookup. */
export interface RelationColumns {
  marks: number
}

const MARKS = {
  following: 1,
  followedBy: 2,
  requested: 4,
  received: 8,
  blocking: 16,
  blockedBy: 32,
  muting: 64,
  settings: 128,
  wantsRetweets: 256,
  wantsNotifications: 512,
} as const

function has(marks: number, mark: number): boolean {
  return (marks & mark) !== 0
}

/** SQL for the column that {@link relationIn} converts. Each part is one lookup in a unique index. */
export function relationColumns(user: RawBuilder<bigint>, other: RawBuilder<bigint>): RawBuilder<unknown> {
  const settings = sql`${sql.lit(MARKS.settings)} + ${sql.lit(MARKS.wantsRetweets)} * wants_retweets
    + ${sql.lit(MARKS.wantsNotifications)} * wants_notifications`
  // The parts do not use `exists`, because PostgreSQL may then hash a whole table.
  const parts = [
    sql`select ${sql.lit(MARKS.following)} from friends where follower_id = ${user} and followee_id = ${other}`,
    sql`select ${sql.lit(MARKS.followedBy)} from friends where follower_id = ${other} and followee_id = ${user}`,
    sql`select ${sql.lit(MARKS.requested)} from follow_requests where requester_id = ${user} and target_id = ${other}`,
    sql`select ${sql.lit(MARKS.received)} from follow_requests where requester_id = ${other} and target_id = ${user}`,
    sql`select ${sql.lit(MARKS.blocking)} from blocks where user_id = ${user} and blocked_id = ${other}`,
    sql`select ${sql.lit(MARKS.blockedBy)} from blocks where user_id = ${other} and blocked_id = ${user}`,
    sql`select ${sql.lit(MARKS.muting)} from mutes where user_id = ${user} and muted_id = ${other}`,
    sql`select ${settings} from follow_settings where follower_id = ${user} and followee_id = ${other}`,
  ]
  return sql`${sql.join(
    parts.map((part) => sql`coalesce((${part}), 0)`),
    sql` + `,
  )} as marks`
}

const relationsByIds = query<{ user: bigint; others: string }>()(
  (_, p, engine) => sql<RelationColumns & { id: bigint }>`
    select other.id, ${relationColumns(p('user'), sql<bigint>`other.id`)}
    from ${idsOf(p('others'), engine)} as other`,
)

const relationById = query<{ user: bigint; other: bigint }>()(
  (_, p) => sql<RelationColumns>`select ${relationColumns(p('user'), p('other'))}`,
)
