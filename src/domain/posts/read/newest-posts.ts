/** Newest posts of many users in one read; the caller selects the newest visible one (visibility.ts). */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'

export interface NewestPost {
  readonly id: bigint
  /** The first version of the original of a repost; null for other posts. */
  readonly repostedId: bigint | null
}

/** Maximum posts per user that are examined when the newest ones are invisible reposts. */
export const NEWEST_LOOKED_AT = 5

/**
 * The newest posts of each user, newest first: reposts up to the first post that is not a repost, at most {@link
 * NEWEST_LOOKED_AT}. Excludes superseded versions, dropped posts, and reposts of deleted or dropped posts. A viewer who
 * can see the posts of the user always sees the post that is not a repost.
 * @param authors at most a few hundred; one statement reads all
 * @returns a list for every author, possibly empty
 */
export async function newestPostsOf(
  reader: Reader,
  authors: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly NewestPost[]>> {
  if (authors.length === 0) return new Map()
  const rows = await reader.rows(newestOfEach, { authors: idList(authors), count: NEWEST_LOOKED_AT })
  const newest = new Map<bigint, readonly NewestPost[]>(authors.map((author) => [author, NONE]))
  for (const { id, posts } of rows) if (posts !== null) newest.set(id, upToOriginal(posts.split(',')))
  return newest
}

const NONE: readonly NewestPost[] = Object.freeze([])

/** @param posts texts, each of an id, a blank, and the id of the original of a repost */
function upToOriginal(posts: readonly string[]): readonly NewestPost[] {
  const newest: NewestPost[] = []
  for (const post of posts) {
    const [id = '', reposted = ''] = post.split(' ')
    newest.push({ id: BigInt(id), repostedId: reposted === '' ? null : BigInt(reposted) })
    if (reposted === '') break
  }
  return newest
}

// Uses the index posts_author, and looks each row up by key in the other tables.
const newestOfEach = query<{ authors: string; count: number }>()(
  (_, p, engine) => sql<{ id: bigint; posts: string | null }>`
    select author.id, (
      select string_agg(cast(piece.id as text) || ' ' || coalesce(cast(piece.reposted_id as text), ''), ','
        order by piece.id desc) from (
        select posts.id, posts.reposted_id from posts
        where posts.author_id = author.id
          and not exists (select 1 from post_states where post_states.post_id = posts.initial_id
            and (post_states.latest_id <> posts.id or post_states.dropped_at is not null))
          and (posts.reposted_id is null
            or exists (select 1 from posts as original where original.id = posts.reposted_id))
        order by posts.id desc limit ${p('count')}
      ) as piece
    ) as posts from ${idsOf(p('authors'), engine)} as author`,
)
