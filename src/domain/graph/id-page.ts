/**
 * A cursor is the position of an edge (follow), with a direction. `c > 0` selects edges older than `c`. `c < -1`
 * selects edges newer than `-c`, and a page has the oldest of them. -1 selects the newest edges. Queries seek by
 * position, so every page costs the same, and a cursor stays valid when its edge is removed. Hidden users are removed
 * after the page of edges is selected, so a page can be short or empty although there is a next page.
 */

import { type RawBuilder, sql } from 'kysely'
import { type Engine, query } from '../../db/query.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'

/** The cursor of the page with the newest edges. */
export const FIRST_CURSOR = -1n

/** Maximum number of ids in a page. */
export const MAX_ID_PAGE = 5_000

/** The smallest position whose negative is a normal cursor, because the cursors -1 and 0 have special meanings. */
const MIN_POSITION = 2n

export interface IdPageInput {
  readonly userId: bigint
  /** The format of cursors is described at the beginning of this file. */
  readonly cursor: bigint
  /** 1 to {@link MAX_ID_PAGE}. */
  readonly count: number
}

export interface IdPage {
  /**
   * Decimal ids separated by commas, newest edge first. The response has the same form, so the database can return
   * 5,000 ids as one value.
   */
  readonly ids: string
  readonly nextCursor: bigint
  readonly previousCursor: bigint
}

/** Ids of the followers of a user. */
export function followerIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, FOLLOWERS, input)
}

/** Ids of the users whom a user follows. */
export function friendIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, FRIENDS, input)
}

/** Ids of the users whom a user blocks. */
export function blockedIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, BLOCKS, input)
}

/** Ids of the users whom a user mutes. */
export function mutedIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, MUTES, input)
}

/** Ids of the users who have requested to follow the user. */
export function incomingRequestIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, INCOMING, input)
}

/** Ids of the users whom the user has requested to follow. */
export function outgoingRequestIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, OUTGOING, input)
}

/**
 * Makes a function that reads pages of user ids from a table with a column `position`.
 * @param owner the column that is compared with {@link IdPageInput.userId}; the table needs an index on this
 * column and `position`
 * @param other the column with the user ids of the pages
 */
export function userIdPages(
  table: keyof Schema & string,
  owner: string,
  other: string,
): (reader: Reader, input: IdPageInput) => Promise<IdPage> {
  const list = memberList(table, owner, other)
  return (reader, input) => idPage(reader, list, input)
}

/** The queries of a list. */
export interface IdList {
  /** Edges with positions below the bound, newest first. */
  readonly older: ReturnType<typeof pageQuery>
  /** Edges with positions above the bound, oldest first. */
  readonly newer: ReturnType<typeof pageQuery>
}

/** The row that the query of a page returns. */
export interface PageRow {
  ids: string | null
  newest_position: bigint | null
  oldest_position: bigint | null
  /** 1 if older edges exist, else null. */
  more_older: number | null
  more_newer: number | null
}

/** A page of a list. */
export async function idPage(
  reader: Reader,
  list: IdList,
  { userId, cursor, count }: IdPageInput,
): Promise<IdPage> {
  return pageAt(cursor, async (backwards, bound) =>
    reader.first(backwards ? list.newer : list.older, { user: userId, bound, count }),
  )
}

/**
 * Reads the page for a cursor.
 * @param read a function that runs the statement for the direction; `bound` is the position of the cursor
 */
export async function pageAt(
  cursor: bigint,
  read: (backwards: boolean, bound: bigint) => Promise<PageRow | undefined>,
): Promise<IdPage> {
  if (cursor === 0n) return { ids: '', nextCursor: 0n, previousCursor: 0n }
  const bound = boundOf(cursor)
  const row = must(await read(cursor < FIRST_CURSOR, bound), 'the row of an aggregate')
  return {
    ids: row.ids ?? '',
    // If the page is empty, the bound takes the place of its edges.
    nextCursor: row.more_older === 1 ? (row.oldest_position ?? bound + 1n) : 0n,
    previousCursor: row.more_newer === 1 ? -atLeast(MIN_POSITION, row.newest_position ?? bound - 1n) : 0n,
  }
}

function atLeast(least: bigint, position: bigint): bigint {
  return position < least ? least : position
}

/** The position of a cursor, limited to one below the 64-bit maximum. */
function boundOf(cursor: bigint): bigint {
  const bound = cursor === FIRST_CURSOR ? LARGEST_ID : cursor < 0n ? -cursor : cursor
  return bound < LARGEST_ID ? bound : LARGEST_ID - 1n
}

/**
 * One statement for a page. It selects the edges, removes hidden users, joins the ids, and checks for more edges on
 * both sides. Uses the index of the table on owner and position, which is usually the primary key, and the primary key
 * of hidden_users (docs/performance.md).
 */
function pageQuery({ table, owner, other, position, shown }: ListColumns, direction: 'older' | 'newer') {
  return query<{ user: bigint; bound: bigint; count: number }>()((_, p, engine) => {
    const t = sql.table(table)
    const mine = sql`${sql.ref(owner)} = ${p('user')}`
    const at = sql.ref(position)
    const [beyond, order] = direction === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    // Bounds for the check of an empty page.
    const [lowEdge, highEdge] =
      direction === 'older'
        ? [sql`${p('bound')}`, sql`${p('bound')} - 1`]
        : [sql`${p('bound')} + 1`, sql`${p('bound')}`]
    // Each of these two subqueries reads one row of the index. With `exists`, PostgreSQL would read the whole table for
    // a user with a million edges.
    return sql<PageRow>`
      select ids, newest_position, oldest_position,
        (select 1 from ${t} where ${mine} and ${at} < coalesce(oldest_position, ${lowEdge})
          order by ${at} desc limit 1) as more_older,
        (select 1 from ${t} where ${mine} and ${at} > coalesce(newest_position, ${highEdge})
          order by ${at} asc limit 1) as more_newer
      from (
        select ${joinedIds(engine, direction, shown.id)} as ids,
          max(page.position) as newest_position, min(page.position) as oldest_position
        from (
          select ${at} as position, ${sql.ref(other)} as member from ${t}
          where ${mine} and ${at} ${beyond} ${p('bound')}
          order by ${at} ${order} limit ${p('count')}
        ) as page ${shown.join}
      ) as shown`
  })
}

function joinedIds(engine: Engine, direction: 'older' | 'newer', id: RawBuilder<unknown>) {
  // SQLite concatenates in the order of the rows. For the direction `older`, that is the correct order already.
  if (engine === 'sqlite' && direction === 'older') return sql`string_agg(${id}, ',')`
  return sql`string_agg(${id}, ',' order by page.position desc)`
}

/** SQL for the id that a page shows for an edge. */
export interface Shown {
  /**
   * SQL for the text of the id, or null for an edge that is not shown. The edge is a row of the table `page` with the
   * columns `position` and `member`.
   */
  readonly id: RawBuilder<unknown>
  readonly join: RawBuilder<unknown>
}

/** SQL that joins the row of `hidden_users`, if the user is hidden. */
export const HIDDEN_MEMBER = sql`left join hidden_users on hidden_users.user_id = page.member`

const MEMBER: Shown = {
  id: sql`case when hidden_users.user_id is null then cast(page.member as text) end`,
  join: HIDDEN_MEMBER,
}

/** Table and columns of a list of ids. */
export interface ListColumns {
  readonly table: keyof Schema & string
  readonly owner: string
  readonly other: string
  readonly position: string
  readonly shown: Shown
}

function memberList(table: keyof Schema & string, owner: string, other: string): IdList {
  return idListOf({ table, owner, other, position: 'position', shown: MEMBER })
}

export function idListOf(columns: ListColumns): IdList {
  return { older: pageQuery(columns, 'older'), newer: pageQuery(columns, 'newer') }
}

const FOLLOWERS = memberList('followers', 'followee_id', 'follower_id')
const FRIENDS = memberList('friends', 'follower_id', 'followee_id')
const BLOCKS = memberList('blocks', 'user_id', 'blocked_id')
const MUTES = memberList('mutes', 'user_id', 'muted_id')
const INCOMING = memberList('follow_requests', 'target_id', 'requester_id')
const OUTGOING = memberList('follow_requests', 'requester_id', 'target_id')
