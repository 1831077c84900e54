/** Pages of bookmarks (spec/v2-posts.md#likes-reposts-bookmarks). */
import { sql } from 'kysely'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import type { IdPage, IdPageInput } from '../../graph/id-page.ts'
import { pageOfIds } from './listed-page.ts'

/**
 * Maximum number of bookmarks that can be read. Older bookmarks stay stored, and can be read after newer bookmarks are
 * removed.
 */
export const BOOKMARKS_DEPTH = 800

/**
 * A page of the newest {@link BOOKMARKS_DEPTH} bookmarks of a user. Each bookmark is shown as the newest version of its
 * post, newest post first. The function does not check visibility. A cursor is the id of a post.
 */
export async function bookmarkIds(reader: Reader, { userId, cursor, count }: IdPageInput): Promise<IdPage> {
  const rows = await reader.rows(newestBookmarks, { user: userId, depth: BOOKMARKS_DEPTH })
  return pageOfIds(
    rows.map(({ id }) => id),
    cursor,
    count,
  )
}

// The primary key of bookmarks gives the newest bookmarks in order. Each bookmark needs one lookup by primary key.
const newestBookmarks = query<{ user: bigint; depth: number }>()(
  (_, p) => sql<{ id: bigint }>`
    select coalesce(post_states.latest_id, newest.post_id) as id
    from (select post_id from bookmarks where user_id = ${p('user')} order by position desc limit ${p('depth')}) as newest
      left join post_states on post_states.post_id = newest.post_id
    order by id desc`,
)
