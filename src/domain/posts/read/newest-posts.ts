/** Reads the newest posts of many users at once. The caller selects the newest post that is visible (visibility.ts). */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'

export interface NewestPost {
  readonly id: bigint
  /** Id of the first version of the original of a repost; null for other posts. */
  readonly repostedId: bigint | null
}

/** Maximum number of posts that are examined for each user, if the newest posts are reposts. */
export const NEWEST_LOOKED_AT = 5

/**
 * The newest posts of each user, newest first. The list of a user ends with the first post that is not a repost,
 * because a viewer who can see the user's posts can always see that post. The list has at most {@link NEWEST_LOOKED_AT}
 * posts. Versions that an edit has replaced, dropped posts, and reposts of deleted or dropped posts are excluded.
 * @param authors at most a few hundred, because one statement reads all
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

/** @param posts a list of texts, each with an id, a space, and for a repost also the id of the original */
function upToOriginal(posts: readonly string[]): readonly NewestPost[] {
  const newest: NewestPost[] = []
  for (const post of posts) {
    const [id = '', reposted = ''] = post.split(' ')
    newest.push({ id: BigInt(id), repostedId: reposted === '' ? null : BigInt(reposted) })
    if (reposted === '') break
  }
  return newest
}

// Uses the index posts_author, and looks up each row by key in the other tables.
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
