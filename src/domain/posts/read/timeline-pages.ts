/**
 * Pages of the posts of a user, and of the posts that mention a user. The functions do not check visibility (see
 * visibility.ts).
 */

import { type Expression, type RawBuilder, sql } from 'kysely'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import type { NewestPost } from './newest-posts.ts'
import {
  type Direction,
  orderOf,
  type PostPage,
  type PostPageInput,
  postPage,
  type Slice,
} from './post-page.ts'
import { type Exclusions, MENTIONS_DEPTH, USER_TIMELINE_DEPTH } from './timelines.ts'

/** Number of a user's newest posts that pages can reach when replies are excluded (spec/v2-posts.md#timelines). */
export const DEPTH_WITHOUT_REPLIES = 800

export interface TimelinePageInput extends PostPageInput, Exclusions {
  readonly userId: bigint
}

/**
 * The posts of a user, without reposts of deleted posts. An edited post is shown as its newest version. Pages reach the
 * newest {@link USER_TIMELINE_DEPTH} posts. If replies are excluded, pages reach the newest {@link DEPTH_WITHOUT_REPLIES}
 * posts. Excluded posts count towards both numbers.
 */
export function userPostPage(reader: Reader, input: TimelinePageInput): Promise<PostPage> {
  const depth = input.excludeReplies === true ? DEPTH_WITHOUT_REPLIES : USER_TIMELINE_DEPTH
  const selection = { user: input.userId, depth, ...flagsOf(input) }
  return postPage(input, async (slice, direction) =>
    allOf(await reader.rows(USER_POSTS[direction], { ...selection, ...slice }), slice),
  )
}

/** The first posts of the timeline that {@link userPostPage} reads, newest first. @param count at most a few hundred */
export async function timelineHead(
  reader: Reader,
  userId: bigint,
  count: number,
): Promise<readonly NewestPost[]> {
  const selection = { user: userId, depth: USER_TIMELINE_DEPTH, ...flagsOf({}) }
  const rows = await reader.rows(USER_POSTS.older, { ...selection, since: 0n, max: LARGEST_ID, count })
  return rows.map(({ id, reposted_id }) => ({ id, repostedId: reposted_id }))
}

export interface MentionPageInput extends TimelinePageInput {
  /**
   * True omits posts of users whom the mentioned user mutes or blocks. Set this option only for requests by the mentioned
   * user, because the result reveals whom the user mutes or blocks.
   */
  readonly excludeUnwanted: boolean
}

/**
 * Posts of other users that mention a user. Pages reach the newest {@link MENTIONS_DEPTH} posts. Excluded posts count
 * towards this number.
 */
export function mentionPage(reader: Reader, input: MentionPageInput): Promise<PostPage> {
  const selection = {
    user: input.userId,
    depth: MENTIONS_DEPTH,
    withoutUnwanted: flag(input.excludeUnwanted),
    ...flagsOf(input),
  }
  return postPage(input, async (slice, direction) =>
    allOf(await reader.rows(MENTIONS[direction], { ...selection, ...slice }), slice),
  )
}

function flagsOf({ excludeReplies, excludeReposts }: Exclusions) {
  return { withoutReplies: flag(excludeReplies), withoutReposts: flag(excludeReposts) }
}

function flag(value: boolean | undefined): number {
  return value === true ? 1 : 0
}

/** The page shows every returned row, because the statement omits excluded posts. Fewer rows than `count` end the slice. */
function allOf(rows: readonly { readonly id: bigint }[], { count }: Slice) {
  const ids = rows.map(({ id }) => id)
  return { ids, rest: ids.length < count ? undefined : ids.at(-1) }
}

interface Selection extends Slice {
  readonly user: bigint
  readonly depth: number
  readonly withoutReplies: number
  readonly withoutReposts: number
}

/**
 * SQL condition for posts that a timeline shows. The condition omits versions that an edit has replaced, reposts of missing
 * posts, and {@link Exclusions}. The subqueries are scalar, because PostgreSQL may turn `exists` into a join that reads
 * a whole table.
 */
function isListed(p: (name: 'withoutReplies' | 'withoutReposts') => Expression<number>): RawBuilder<boolean> {
  return sql`coalesce((select latest_id from post_states where post_id = posts.initial_id), posts.id) = posts.id
    and (posts.reposted_id is null or (${p('withoutReposts')} = 0
      and (select original.id from posts as original where original.id = posts.reposted_id) is not null))
    and (${p('withoutReplies')} = 0 or posts.in_reply_to_user_id is null
      or posts.in_reply_to_user_id = posts.author_id)`
}

// Reads at most `depth` rows of the index posts_author.
function userPosts(direction: Direction) {
  return query<Selection>()(
    (_, p) => sql<{ id: bigint; reposted_id: bigint | null }>`
    select id, reposted_id from posts
    where author_id = ${p('user')} and id > ${p('since')} and id <= ${p('max')}
      and id >= coalesce((select id from posts where author_id = ${p('user')}
        order by id desc limit 1 offset ${p('depth')} - 1), 0)
      and ${isListed(p)}
    order by id ${orderOf(direction)} limit ${p('count')}`,
  )
}

// Reads at most `depth` rows of the primary key of post_mentions, and looks up keys for each row.
function mentions(direction: Direction) {
  return query<Selection & { readonly withoutUnwanted: number }>()(
    (_, p) => sql<{ id: bigint }>`
    select posts.id
    from post_mentions join posts on posts.id = post_mentions.post_id
    where post_mentions.user_id = ${p('user')} and post_mentions.post_id > ${p('since')}
      and post_mentions.post_id <= ${p('max')}
      and post_mentions.post_id >= coalesce((select post_id from post_mentions where user_id = ${p('user')}
        order by post_id desc limit 1 offset ${p('depth')} - 1), 0)
      and posts.author_id <> ${p('user')} and ${isListed(p)}
      and (${p('withoutUnwanted')} = 0 or (
        not exists (select 1 from mutes where user_id = ${p('user')} and muted_id = posts.author_id)
        and not exists (select 1 from blocks where user_id = ${p('user')} and blocked_id = posts.author_id)))
    order by post_mentions.post_id ${orderOf(direction)} limit ${p('count')}`,
  )
}

const USER_POSTS = { older: userPosts('older'), newer: userPosts('newer') } as const
const MENTIONS = { older: mentions('older'), newer: mentions('newer') } as const
