/**
 * Pages of follower and friend ids (spec/followers.md#hidden-users).
 *
 * A cursor is the position of an edge with a direction: `c > 0` asks for edges older than `c`, `c < -1` for the
 * page just newer than `-c`, and -1 for the newest. It seeks, so any depth costs the same; it needs no row to be
 * there still, so it survives unfollows and is valid for ever. The page of edges is cut first and hidden users
 * are dropped after, so a page may be short, or empty, while there is a next one.
 */

import { sql } from 'kysely'
import { type Engine, query } from '../../db/query.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'

/** Asks for the newest page. */
export const FIRST_CURSOR = -1n

export const MAX_ID_PAGE = 5_000

/** The least position whose negative is a cursor of its own: -1 and 0 mean something else. */
const MIN_POSITION = 2n

export interface IdPageInput {
  readonly userId: bigint
  /** As in the contract; see above. */
  readonly cursor: bigint
  /** 1 to {@link MAX_ID_PAGE}. */
  readonly count: number
}

export interface IdPage {
  /** Ids in digits, newest edge first, joined by commas: as the answer needs them, so that 5,000 ids are one value. */
  readonly ids: string
  readonly nextCursor: bigint
  readonly previousCursor: bigint
}

/** Who follows the user. */
export function followerIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, FOLLOWERS, input)
}

/** Whom the user follows. */
export function friendIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, FRIENDS, input)
}

/** Whom the user blocks, mutes, is asked by, has asked. */
export function blockedIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, BLOCKS, input)
}

export function mutedIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, MUTES, input)
}

export function incomingRequestIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, INCOMING, input)
}

export function outgoingRequestIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, OUTGOING, input)
}

/** The reposts of a post, as ids of posts. @param input.userId the first version of the post */
export function repostIds(reader: Reader, input: IdPageInput): Promise<IdPage> {
  return idPage(reader, REPOSTS, input)
}

interface Side {
  /** Edges with positions below the bound, newest first. */
  readonly older: ReturnType<typeof pageQuery>
  /** Edges with positions above the bound, those nearest to it. */
  readonly newer: ReturnType<typeof pageQuery>
}

interface PageRow {
  ids: string | null
  newest_position: bigint | null
  oldest_position: bigint | null
  /** 1 or null. */
  more_older: number | null
  more_newer: number | null
}

async function idPage(reader: Reader, side: Side, { userId, cursor, count }: IdPageInput): Promise<IdPage> {
  if (cursor === 0n) return { ids: '', nextCursor: 0n, previousCursor: 0n }
  const backwards = cursor < FIRST_CURSOR
  const bound = boundOf(cursor)
  const row = must(
    await reader.first(backwards ? side.newer : side.older, { user: userId, bound, count }),
    'the row of an aggregate',
  )
  return {
    ids: row.ids ?? '',
    // An empty page points back across the bound it was asked from.
    nextCursor: row.more_older === 1 ? (row.oldest_position ?? bound + 1n) : 0n,
    previousCursor: row.more_newer === 1 ? -atLeast(MIN_POSITION, row.newest_position ?? bound - 1n) : 0n,
  }
}

function atLeast(least: bigint, position: bigint): bigint {
  return position < least ? least : position
}

/** The position that a cursor stands beside, kept one away from the end of 64 bits. */
function boundOf(cursor: bigint): bigint {
  const bound = cursor === FIRST_CURSOR ? LARGEST_ID : cursor < 0n ? -cursor : cursor
  return bound < LARGEST_ID ? bound : LARGEST_ID - 1n
}

/**
 * One statement a page: cut the edges, drop hidden users, join the ids, and see whether there is more on either
 * side. Uses the index of the table by owner and position, mostly its primary key, and that of hidden_users.
 * (docs/performance.md)
 */
function pageQuery({ table, owner, other, position, idColumn: told }: List, direction: 'older' | 'newer') {
  return query<{ user: bigint; bound: bigint; count: number }>()((_, p, engine) => {
    const t = sql.table(table)
    const mine = sql`${sql.ref(owner)} = ${p('user')}`
    const at = sql.ref(position)
    const [beyond, order] = direction === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    // What an empty page stands beside.
    const [lowEdge, highEdge] =
      direction === 'older'
        ? [sql`${p('bound')}`, sql`${p('bound')} - 1`]
        : [sql`${p('bound')} + 1`, sql`${p('bound')}`]
    // Each of these two reads one row of the index, in its order: asked with `exists`, PostgreSQL takes a user with
    // a million edges for a reason to read the whole table.
    return sql<PageRow>`
      select ids, newest_position, oldest_position,
        (select 1 from ${t} where ${mine} and ${at} < coalesce(oldest_position, ${lowEdge})
          order by ${at} desc limit 1) as more_older,
        (select 1 from ${t} where ${mine} and ${at} > coalesce(newest_position, ${highEdge})
          order by ${at} asc limit 1) as more_newer
      from (
        select ${joinedIds(engine, direction, told)} as ids,
          max(page.position) as newest_position, min(page.position) as oldest_position
        from (
          select ${at} as position, ${sql.ref(other)} as member from ${t}
          where ${mine} and ${at} ${beyond} ${p('bound')}
          order by ${at} ${order} limit ${p('count')}
        ) as page left join hidden_users on hidden_users.user_id = page.member
      ) as shown`
  })
}

function joinedIds(engine: Engine, direction: 'older' | 'newer', told: List['idColumn']) {
  const id = sql`case when hidden_users.user_id is null then cast(page.${sql.ref(told)} as text) end`
  // SQLite joins in the order of the rows, which for the older side is the right one already.
  if (engine === 'sqlite' && direction === 'older') return sql`string_agg(${id}, ',')`
  return sql`string_agg(${id}, ',' order by page.position desc)`
}

/** Where a list lies: whose it is, who is on it, and the column by which it is ordered. */
interface List {
  readonly table: string
  readonly owner: string
  readonly other: string
  readonly position: string
  /** Which of the two a page tells. */
  readonly idColumn: 'member' | 'position'
}

function sideOf(table: keyof Schema & string, owner: string, other: string): Side {
  return bothWays({ table, owner, other, position: 'position', idColumn: 'member' })
}

function bothWays(list: List): Side {
  return { older: pageQuery(list, 'older'), newer: pageQuery(list, 'newer') }
}

const FOLLOWERS = sideOf('followers', 'followee_id', 'follower_id')
const FRIENDS = sideOf('friends', 'follower_id', 'followee_id')
const BLOCKS = sideOf('blocks', 'user_id', 'blocked_id')
const MUTES = sideOf('mutes', 'user_id', 'muted_id')
const INCOMING = sideOf('follow_requests', 'target_id', 'requester_id')
const OUTGOING = sideOf('follow_requests', 'requester_id', 'target_id')
const REPOSTS = bothWays({
  table: 'posts',
  owner: 'reposted_id',
  other: 'author_id',
  position: 'id',
  idColumn: 'position',
})
