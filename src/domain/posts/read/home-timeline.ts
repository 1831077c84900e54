/** Home timeline: the posts of a user and of the followed users, merged when they are read (merge-authors.ts). */

import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { firstSnowflakeAt } from '../../../lib/ids/snowflake.ts'
import { mergedFloor, mergedIds, mergedTimeline, type ReadHeads } from './merge-authors.ts'
import { type Direction, orderOf, type PostPage, type PostPageInput, postPage } from './post-page.ts'
import { type Exclusions, IS_NEWEST, type Window } from './timelines.ts'

/** Number of the newest posts that pages can reach (spec/posts.md#timelines). */
export const HOME_DEPTH = 800

/**
 * Pages reach all posts of the last {@link HOME_TIME_MS} milliseconds, even if there are more than
 * {@link HOME_DEPTH} (spec/v2-posts.md#timelines).
 */
const HOME_TIME_MS = 7 * 86_400_000

/** Number of followed users that a statement reads, so that the statement does not block the event loop for long. */
const FOLLOWEES = 500

export interface HomeTimelineInput extends Window {
  readonly userId: bigint
  readonly excludeReplies?: boolean | undefined
}

/**
 * Ids of posts, newest first. Excludes posts of muted users, reposts that the user does not want, replies to users who
 * are not followed, versions that an edit has replaced, and reposts of deleted posts. Can return fewer than `count` ids
 * although more exist.
 */
export async function homeTimeline(reader: Reader, input: HomeTimelineInput): Promise<readonly bigint[]> {
  const heads = homeHeads(reader, input.userId)
  return mergedTimeline(reader, input, HOME_DEPTH, heads, (ids) => listedOf(reader, ids, input))
}

export interface HomePageInput extends PostPageInput, Exclusions {
  readonly userId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** A page of the same posts. Pages reach the newest {@link HOME_DEPTH} posts, and all posts of the last seven days. */
export function homePage(reader: Reader, input: HomePageInput): Promise<PostPage> {
  const heads = homeHeads(reader, input.userId)
  const recent = firstSnowflakeAt(input.now - HOME_TIME_MS)
  return postPage(input, async (slice, direction, isNewest) => {
    const ids = await mergedIds(reader, slice, heads, direction)
    const rest = ids.length < slice.count ? undefined : ids.at(-1)
    const oldest = direction === 'older' ? ids.at(-1) : ids[0]
    // The first page is always among the newest posts, so it needs no check.
    if (isNewest || oldest === undefined || oldest >= recent) {
      return { ids: await listedOf(reader, ids, input), rest }
    }
    const floor = await mergedFloor(reader, 0n, HOME_DEPTH, heads)
    const near = ids.filter((id) => id >= recent || id > floor)
    const isEnd = direction === 'older' && near.length < ids.length
    return { ids: await listedOf(reader, near, input), rest: isEnd ? undefined : rest }
  })
}

/** Reads the newest post of the user, and of each followed user who is not muted. */
function homeHeads(reader: Reader, userId: bigint): ReadHeads {
  return async ({ since, max }, add, direction) => {
    const queries = HEADS[direction]
    const own = await reader.first(queries.ofUser, { author: userId, since, max })
    if (own !== undefined) add([{ author: userId, id: own.id }])
    let position = LARGEST_ID
    for (;;) {
      const rows = await reader.rows(queries.ofFollowees, {
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

interface Selection extends Exclusions {
  readonly userId: bigint
}

/** Selects the ids that the timeline shows, in the same order. */
async function listedOf(
  reader: Reader,
  ids: readonly bigint[],
  { userId, excludeReplies, excludeReposts }: Selection,
): Promise<readonly bigint[]> {
  if (ids.length === 0) return []
  const rows = await reader.rows(homePosts, {
    ids: idList(ids),
    user: userId,
    withoutReplies: excludeReplies === true ? 1 : 0,
    withoutReposts: excludeReposts === true ? 1 : 0,
  })
  const listed = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => listed.has(id))
}

// Reads one row of the index posts_author.
function headOfUser(direction: Direction) {
  return query<{ author: bigint; since: bigint; max: bigint }>()(
    (_, p) => sql<{ id: bigint }>`
    select id from posts where author_id = ${p('author')} and id > ${p('since')} and id <= ${p('max')}
    order by id ${orderOf(direction)} limit 1`,
  )
}

// Reads the primary key of friends, and one row of posts_author for each followed user.
function headsOfFollowees(direction: Direction) {
  return query<{ user: bigint; position: bigint; since: bigint; max: bigint; count: number }>()(
    (_, p) => sql<{ followee_id: bigint; position: bigint; id: bigint | null }>`
    select followee.followee_id, followee.position,
      (select posts.id from posts
        where posts.author_id = followee.followee_id and posts.id > ${p('since')} and posts.id <= ${p('max')}
          and not exists (select 1 from mutes where user_id = ${p('user')} and muted_id = followee.followee_id)
        order by posts.id ${orderOf(direction)} limit 1) as id
    from (
      select followee_id, position from friends
      where follower_id = ${p('user')} and position < ${p('position')} order by position desc limit ${p('count')}
    ) as followee order by followee.position desc`,
  )
}

const HEADS = {
  older: { ofUser: headOfUser('older'), ofFollowees: headsOfFollowees('older') },
  newer: { ofUser: headOfUser('newer'), ofFollowees: headsOfFollowees('newer') },
} as const

// Looks up keys for each id.
const homePosts = query<{ ids: string; user: bigint; withoutReplies: number; withoutReposts: number }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select posts.id
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id
      left join posts as original on original.id = posts.reposted_id
    where ${IS_NEWEST}
      and (posts.in_reply_to_user_id is null or posts.in_reply_to_user_id = posts.author_id
        or (${p('withoutReplies')} = 0 and (posts.in_reply_to_user_id = ${p('user')} or posts.author_id = ${p('user')}
          or exists (select 1 from friends where follower_id = ${p('user')} and followee_id = posts.in_reply_to_user_id))))
      and (posts.reposted_id is null or (${p('withoutReposts')} = 0 and original.id is not null
        and not exists (select 1 from follow_settings
          where follower_id = ${p('user')} and followee_id = posts.author_id and wants_retweets = 0)
        and not exists (select 1 from mutes where user_id = ${p('user')} and muted_id = original.author_id)
        and not exists (select 1 from blocks where user_id = ${p('user')} and blocked_id = original.author_id)))`,
)
