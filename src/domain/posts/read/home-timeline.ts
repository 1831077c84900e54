/** Home timeline: own posts and those of followees, merged at read time (merge-authors.ts). */

import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { mergedTimeline, type ReadHeads } from './merge-authors.ts'
import { IS_NEWEST, type Window } from './timelines.ts'

/** Maximum depth, in posts (spec/posts.md#timelines). */
export const HOME_DEPTH = 800

/** Followees per statement, so that no statement blocks the event loop for long. */
const FOLLOWEES = 500

export interface HomeTimelineInput extends Window {
  readonly userId: bigint
  readonly excludeReplies?: boolean | undefined
}

/**
 * Post ids, newest first. Excludes muted users, unwanted reposts, replies to users who are not followed, superseded
 * versions, and reposts of deleted posts. Can return fewer than `count` ids although more exist.
 */
export async function homeTimeline(reader: Reader, input: HomeTimelineInput): Promise<readonly bigint[]> {
  const heads = homeHeads(reader, input.userId)
  return mergedTimeline(reader, input, HOME_DEPTH, heads, (ids) => sortOut(reader, ids, input))
}

/** Reads the heads of the user and of followees who are not muted. */
function homeHeads(reader: Reader, userId: bigint): ReadHeads {
  return async ({ since, max }, add) => {
    const own = await reader.first(newestOf, { author: userId, since, max })
    if (own !== undefined) add([{ author: userId, id: own.id }])
    let position = LARGEST_ID
    for (;;) {
      const rows = await reader.rows(newestOfFollowees, {
        user: userId,
        position,
        since,
        max,
        count: FOLLOWEES,
      })
      add(rows.flatMap(({ followee_id: author, id }) => (id === null ? [] : [{ author, id }])))
      if (rows.length < FOLLOWEES) return
      position = must(rows.at(-1), 'the last of a full page').position
    }
  }
}

/** Those that belong on the list, in the same order. */
async function sortOut(
  reader: Reader,
  ids: readonly bigint[],
  { userId, excludeReplies }: HomeTimelineInput,
): Promise<readonly bigint[]> {
  if (ids.length === 0) return []
  const rows = await reader.rows(homePosts, {
    ids: idList(ids),
    user: userId,
    withoutReplies: excludeReplies === true ? 1 : 0,
  })
  const kept = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => kept.has(id))
}

// Uses the index posts_author: one row of it.
const newestOf = query<{ author: bigint; since: bigint; max: bigint }>()(
  (_, p) => sql<{ id: bigint }>`
    select id from posts where author_id = ${p('author')} and id > ${p('since')} and id <= ${p('max')}
    order by id desc limit 1`,
)

// The primary key of friends; of each followee one row of posts_author.
const newestOfFollowees = query<{
  user: bigint
  position: bigint
  since: bigint
  max: bigint
  count: number
}>()(
  (_, p) => sql<{ followee_id: bigint; position: bigint; id: bigint | null }>`
    select followee.followee_id, followee.position,
      (select posts.id from posts
        where posts.author_id = followee.followee_id and posts.id > ${p('since')} and posts.id <= ${p('max')}
          and not exists (select 1 from mutes where user_id = ${p('user')} and muted_id = followee.followee_id)
        order by posts.id desc limit 1) as id
    from (
      select followee_id, position from friends
      where follower_id = ${p('user')} and position < ${p('position')} order by position desc limit ${p('count')}
    ) as followee order by followee.position desc`,
)

// Look-ups by key for each id.
const homePosts = query<{ ids: string; user: bigint; withoutReplies: number }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select posts.id
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id
      left join posts as original on original.id = posts.reposted_id
    where ${IS_NEWEST}
      and (posts.in_reply_to_user_id is null or posts.in_reply_to_user_id = posts.author_id
        or (${p('withoutReplies')} = 0 and (posts.in_reply_to_user_id = ${p('user')} or posts.author_id = ${p('user')}
          or exists (select 1 from friends where follower_id = ${p('user')} and followee_id = posts.in_reply_to_user_id))))
      and (posts.reposted_id is null or (original.id is not null
        and not exists (select 1 from follow_settings
          where follower_id = ${p('user')} and followee_id = posts.author_id and wants_retweets = 0)
        and not exists (select 1 from mutes where user_id = ${p('user')} and muted_id = original.author_id)
        and not exists (select 1 from blocks where user_id = ${p('user')} and blocked_id = original.author_id)))`,
)
