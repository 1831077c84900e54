/** Pages of bookmarks (spec/v2-posts.md#likes-reposts-bookmarks). */
import { sql } from 'kysely'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { FIRST_CURSOR, type IdPage, type IdPageInput } from '../../graph/id-page.ts'

/** Bookmarks that can be read; older ones are stored and come back when newer ones are removed. */
export const BOOKMARKS_DEPTH = 800

/**
 * A page of the newest {@link BOOKMARKS_DEPTH} bookmarks of a user: the newest versions of their posts, the newest post
 * first, without visibility checks. A cursor is the id of a post.
 */
export async function bookmarkIds(reader: Reader, { userId, cursor, count }: IdPageInput): Promise<IdPage> {
  const rows = await reader.rows(newestBookmarks, { user: userId, depth: BOOKMARKS_DEPTH })
  const ids = rows.map(({ id }) => id)
  const [from, to] = rangeOf(ids, cursor, count)
  const page = ids.slice(from, to)
  // An empty page points back across its own bound.
  const bound = cursor < 0n ? -cursor : cursor
  return {
    ids: page.join(','),
    nextCursor: to < ids.length ? (page.at(-1) ?? bound + 1n) : 0n,
    previousCursor: from > 0 ? -(page[0] ?? bound - 1n) : 0n,
  }
}

/** First index of the page, and the index behind it. */
function rangeOf(ids: readonly bigint[], cursor: bigint, count: number): readonly [number, number] {
  if (cursor === FIRST_CURSOR) return [0, Math.min(count, ids.length)]
  if (cursor > 0n) {
    const from = indexBelow(ids, cursor)
    return [from, Math.min(from + count, ids.length)]
  }
  const to = indexBelow(ids, 1n - cursor)
  return [Math.max(0, to - count), to]
}

/** Index of the first id below the bound. */
function indexBelow(ids: readonly bigint[], bound: bigint): number {
  const index = ids.findIndex((id) => id < bound)
  return index < 0 ? ids.length : index
}

// The primary key of bookmarks has the newest ones in order; one look-up by primary key for each.
const newestBookmarks = query<{ user: bigint; depth: number }>()(
  (_, p) => sql<{ id: bigint }>`
    select coalesce(post_states.latest_id, newest.post_id) as id
    from (select post_id from bookmarks where user_id = ${p('user')} order by position desc limit ${p('depth')}) as newest
      left join post_states on post_states.post_id = newest.post_id
    order by id desc`,
)
