/**
 * Lists of post ids, newest first. The functions do not check visibility (see visibility.ts). An edited post is shown
 * as its newest version, in the order of the id of that version.
 */

import { type RawBuilder, sql } from 'kysely'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'

/** The part of a list that a request selects. */
export interface Window {
  /** Only posts with greater ids. */
  readonly sinceId?: bigint | undefined
  /** Only posts with this id or smaller ids. */
  readonly maxId?: bigint | undefined
  /** 1 to a few hundred. A list can return fewer ids although more exist. */
  readonly count: number
}

/** Number of the newest posts that each list can reach (spec/posts.md#timelines). */
export const USER_TIMELINE_DEPTH = 3_200
export const MENTIONS_DEPTH = 800

/** Posts that a list omits. */
export interface Exclusions {
  /** True excludes replies to other users; default: false. */
  readonly excludeReplies?: boolean | undefined
  /** True excludes reposts; default: false. */
  readonly excludeReposts?: boolean | undefined
}

export interface UserTimelineInput extends Window, Exclusions {
  readonly userId: bigint
}

/**
 * Posts of a user, without reposts of deleted posts, among the newest {@link USER_TIMELINE_DEPTH}. A page is selected
 * before exclusions are applied, as in the documented network, so a page can be short.
 */
export async function userTimeline(reader: Reader, input: UserTimelineInput): Promise<readonly bigint[]> {
  const bounds = boundsOf(input)
  const left = await depthLeft(
    reader,
    userPostsAbove,
    { user: input.userId, above: bounds.max },
    USER_TIMELINE_DEPTH,
  )
  if (left === 0) return []
  const rows = await reader.rows(userPosts, {
    ...bounds,
    user: input.userId,
    count: Math.min(input.count, left),
  })
  return rows
    .filter((row) => row.is_gone === 0)
    .filter((row) => input.excludeReposts !== true || row.reposted_id === null)
    .filter((row) => input.excludeReplies !== true || !isReply(row, input.userId))
    .map(({ id }) => id)
}

/** True for a reply to another user. Replies to oneself do not count. */
function isReply(row: { in_reply_to_user_id: bigint | null }, userId: bigint): boolean {
  return row.in_reply_to_user_id !== null && row.in_reply_to_user_id !== userId
}

/**
 * Posts that mention a user, except posts of users whom the user mutes or blocks. The list reaches the newest {@link
 * MENTIONS_DEPTH} posts.
 */
export async function mentionsTimeline(
  reader: Reader,
  input: Window & { readonly userId: bigint },
): Promise<readonly bigint[]> {
  const bounds = boundsOf(input)
  const left = await depthLeft(
    reader,
    mentionsAbove,
    { user: input.userId, above: bounds.max },
    MENTIONS_DEPTH,
  )
  if (left === 0) return []
  const rows = await reader.rows(mentions, {
    ...bounds,
    user: input.userId,
    count: Math.min(input.count, left),
  })
  return rows.map(({ id }) => id)
}

/** The posts that a user likes, newest first. An edited post is shown as its newest version. */
export async function likesOf(
  reader: Reader,
  input: Window & { readonly userId: bigint },
): Promise<readonly bigint[]> {
  const rows = await reader.rows(likedPosts, { ...boundsOf(input), user: input.userId, count: input.count })
  return rows.map(({ id }) => id)
}

/** The reposts of a post. @param input.postId id of the first version of the post */
export async function repostsOf(
  reader: Reader,
  input: Window & { readonly postId: bigint },
): Promise<readonly bigint[]> {
  const rows = await reader.rows(reposts, { ...boundsOf(input), post: input.postId, count: input.count })
  return rows.map(({ id }) => id)
}

/** The posts of a user that other users have reposted, newest first. */
export async function repostsOfMe(
  reader: Reader,
  input: Window & { readonly userId: bigint },
): Promise<readonly bigint[]> {
  const bounds = boundsOf(input)
  const left = await depthLeft(
    reader,
    userPostsAbove,
    { user: input.userId, above: bounds.max },
    USER_TIMELINE_DEPTH,
  )
  if (left === 0) return []
  const rows = await reader.rows(repostedPosts, {
    ...bounds,
    user: input.userId,
    depth: left,
    count: input.count,
  })
  return rows.map(({ id }) => id)
}

/** The replies to a post, including hidden replies. @param input.postId id of the first version of the post */
export async function repliesTo(
  reader: Reader,
  input: Window & { readonly postId: bigint },
): Promise<readonly bigint[]> {
  const rows = await reader.rows(replies, { ...boundsOf(input), post: input.postId, count: input.count })
  return rows.map(({ id }) => id)
}

interface Bounds {
  readonly since: bigint
  readonly max: bigint
}

/** The range of ids that a window selects: greater than `since`, at most `max`. */
export function boundsOf({ sinceId = 0n, maxId = LARGEST_ID }: Omit<Window, 'count'>): Bounds {
  return { since: sinceId, max: maxId }
}

/** Number of posts with ids below `above` that pages can still reach. */
async function depthLeft(
  reader: Reader,
  above: typeof userPostsAbove,
  request: { readonly user: bigint; readonly above: bigint },
  depth: number,
): Promise<number> {
  if (request.above === LARGEST_ID) return depth
  const row = await reader.first(above, { ...request, depth })
  return depth - (row?.posts ?? 0)
}

/** SQL condition for rows that no edit has replaced. */
export const IS_NEWEST = sql`not exists (
  select 1 from post_states where post_id = posts.initial_id and latest_id <> posts.id)`

interface TimelineRow {
  id: bigint
  in_reply_to_user_id: bigint | null
  reposted_id: bigint | null
  /** 1 for a repost whose original is deleted. */
  is_gone: number
}

// Uses the index posts_author.
const userPosts = query<{ user: bigint; since: bigint; max: bigint; count: number }>()(
  (_, p) => sql<TimelineRow>`
    select id, in_reply_to_user_id, reposted_id, ${isGone()} as is_gone
    from posts where author_id = ${p('user')} and id > ${p('since')} and id <= ${p('max')} and ${IS_NEWEST}
    order by id desc limit ${p('count')}`,
)

function isGone(): RawBuilder<number> {
  return sql`case when posts.reposted_id is null then 0
    when exists (select 1 from posts as original where original.id = posts.reposted_id) then 0 else 1 end`
}

const userPostsAbove = query<{ user: bigint; above: bigint; depth: number }>()(
  (_, p) => sql<{ posts: number }>`
    select count(*) as posts from (
      select 1 as one from posts where author_id = ${p('user')} and id > ${p('above')} limit ${p('depth')}
    ) as newer`,
)

const mentionsAbove = query<{ user: bigint; above: bigint; depth: number }>()(
  (_, p) => sql<{ posts: number }>`
    select count(*) as posts from (
      select 1 as one from post_mentions where user_id = ${p('user')} and post_id > ${p('above')} limit ${p('depth')}
    ) as newer`,
)

// Uses the primary key of post_mentions. Each row needs one lookup in each of the other tables.
const mentions = query<{ user: bigint; since: bigint; max: bigint; count: number }>()(
  (_, p) => sql<{ id: bigint }>`
    select posts.id
    from post_mentions join posts on posts.id = post_mentions.post_id
    where post_mentions.user_id = ${p('user')} and post_mentions.post_id > ${p('since')}
      and post_mentions.post_id <= ${p('max')} and posts.author_id <> ${p('user')} and ${IS_NEWEST}
      and not exists (select 1 from mutes where user_id = ${p('user')} and muted_id = posts.author_id)
      and not exists (select 1 from blocks where user_id = ${p('user')} and blocked_id = posts.author_id)
    order by post_mentions.post_id desc limit ${p('count')}`,
)

/**
 * The difference between snowflake ids that are one hour apart. A newest version that is further from the first version
 * is read separately.
 */
const LATE = sql.raw(String(3_600_000n << 22n))

// A like has the id of the first version, but the list is in the order of newest versions. `plain` has the
// liked posts without edits, in the order of the primary key. `soon` has posts whose newest version was
// written within an hour. Their first versions are at most one hour older than the last post of `plain`.
// `late` has posts with later versions, from the index post_states_late.
const likedPosts = query<{ user: bigint; since: bigint; max: bigint; count: number }>()(
  (_, p) => sql<{ id: bigint }>`
    with plain as (
      select likes.post_id as id from likes
      where likes.user_id = ${p('user')} and likes.post_id > ${p('since')} and likes.post_id <= ${p('max')}
        and exists (select 1 from posts where posts.id = likes.post_id)
        and not exists (select 1 from post_states where post_id = likes.post_id and latest_id <> post_id)
      order by likes.post_id desc limit ${p('count')}
    ), soon as (
      select post_states.latest_id as id
      from likes join post_states on post_states.post_id = likes.post_id
      where likes.user_id = ${p('user')} and likes.post_id <= ${p('max')}
        and likes.post_id > ${p('since')} - ${LATE}
        and likes.post_id >= coalesce(
          (select id from plain order by id desc limit 1 offset ${p('count')} - 1), ${p('since')}) - ${LATE}
        and latest_id <> post_states.post_id and latest_id - post_states.post_id <= ${LATE}
        and latest_id > ${p('since')} and latest_id <= ${p('max')}
    ), late as (
      select latest_id as id from post_states
      where latest_id - post_id > ${LATE} and latest_id > ${p('since')} and latest_id <= ${p('max')}
        and exists (select 1 from likes where likes.user_id = ${p('user')} and likes.post_id = post_states.post_id)
      order by latest_id desc limit ${p('count')}
    )
    select id from (select id from plain union all select id from soon union all select id from late) as liked
    order by id desc limit ${p('count')}`,
)

// Uses the index posts_reposts.
const reposts = query<{ post: bigint; since: bigint; max: bigint; count: number }>()(
  (_, p) => sql<{ id: bigint }>`
    select id from posts where reposted_id = ${p('post')} and id > ${p('since')} and id <= ${p('max')}
    order by id desc limit ${p('count')}`,
)

const repostedPosts = query<{ user: bigint; since: bigint; max: bigint; depth: number; count: number }>()(
  (_, p) => sql<{ id: bigint }>`
    select posts.id from (
      select id, initial_id from posts
      where author_id = ${p('user')} and id > ${p('since')} and id <= ${p('max')}
      order by id desc limit ${p('depth')}
    ) as posts join post_counts on post_counts.post_id = posts.initial_id
    where post_counts.retweet_count > 0 and ${IS_NEWEST}
    order by posts.id desc limit ${p('count')}`,
)

// Uses the indexes posts_replies and posts_versions.
const replies = query<{ post: bigint; since: bigint; max: bigint; count: number }>()(
  (_, p) => sql<{ id: bigint }>`
    select id from posts
    where in_reply_to_post_id in (
        select ${p('post')} union all
        select version.id from posts as version
        where version.initial_id = ${p('post')} and version.initial_id <> version.id
      ) and id > ${p('since')} and id <= ${p('max')} and ${IS_NEWEST}
    order by id desc limit ${p('count')}`,
)
