/**
 * Home timeline: own posts and those of followees, merged at read time. One lookup per followee finds the newest post;
 * then the lists of the most recent authors are merged. The cost depends on the number of followees, never on the
 * number of their posts.
 */

import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { boundsOf, IS_NEWEST, type Window } from './timelines.ts'

/** Maximum depth, in posts (spec/posts.md#timelines). */
export const HOME_DEPTH = 800

/** Followees per statement, so that no statement blocks the event loop for long. */
const FOLLOWEES = 500

/** Authors per statement that reads posts. */
const MAX_AUTHORS_PER_READ = 100

/** Posts that one statement sorts out. */
const MAX_FILTERED = 200

/** Maximum further reads when many posts are filtered out. */
const MAX_ROUNDS = 4

export interface HomeTimelineInput extends Window {
  readonly userId: bigint
  readonly excludeReplies?: boolean | undefined
}

/**
 * Post ids, newest first. Excludes muted users, unwanted reposts, replies to users who are not followed, superseded
 * versions, and reposts of deleted posts. Can return fewer than `count` ids although more exist.
 */
export async function homeTimeline(reader: Reader, input: HomeTimelineInput): Promise<readonly bigint[]> {
  const { userId } = input
  const count = Math.min(input.count, MAX_FILTERED)
  const { since, max } = boundsOf(input)
  const floor = input.maxId === undefined ? since : await floorOf(reader, userId, since)
  const shown: bigint[] = []
  let below = max
  for (let round = 0; round < MAX_ROUNDS && shown.length < count; round++) {
    const ids = await newestIds(reader, { userId, since: floor, max: below, count })
    shown.push(...(await sortOut(reader, ids, input)))
    if (ids.length < count) break
    below = must(ids.at(-1), 'the last of a full piece') - 1n
  }
  return shown.slice(0, count)
}

/** The id above which posts are not too deep. */
async function floorOf(reader: Reader, userId: bigint, since: bigint): Promise<bigint> {
  const ids = await newestIds(reader, { userId, since, max: LARGEST_ID, count: HOME_DEPTH })
  const last = ids[HOME_DEPTH - 1]
  return last === undefined ? since : last - 1n
}

interface Piece {
  readonly userId: bigint
  readonly since: bigint
  readonly max: bigint
  readonly count: number
}

/** The newest posts of the user and of followees who are not muted, before filtering. */
async function newestIds(reader: Reader, piece: Piece): Promise<readonly bigint[]> {
  const heads = await newestOfEach(reader, piece)
  const oldestHead = heads[piece.count - 1]
  // There are as many posts as wanted that are at least this new.
  const since = oldestHead === undefined ? piece.since : oldestHead.id - 1n
  return mergeNewest(
    reader,
    { ...piece, since },
    heads.map(({ author }) => author),
  )
}

interface Head {
  readonly author: bigint
  readonly id: bigint
}

/** The newest post of each author, newest first; no more of them than posts are wanted. */
async function newestOfEach(reader: Reader, { userId, since, max, count }: Piece): Promise<readonly Head[]> {
  let heads: Head[] = []
  const keep = (more: readonly Head[]) => {
    heads = [...heads, ...more].sort((a, b) => (a.id > b.id ? -1 : 1)).slice(0, count)
  }
  const own = await reader.first(newestOf, { author: userId, since, max })
  if (own !== undefined) keep([{ author: userId, id: own.id }])
  let position = LARGEST_ID
  for (;;) {
    const rows = await reader.rows(newestOfFollowees, {
      user: userId,
      position,
      since,
      max,
      count: FOLLOWEES,
    })
    keep(rows.flatMap(({ followee_id: author, id }) => (id === null ? [] : [{ author, id }])))
    if (rows.length < FOLLOWEES) return heads
    position = must(rows.at(-1), 'the last of a full page').position
  }
}

/** Merges the lists of authors: a few posts of each at first, and more of those whose few were all among the newest. */
async function mergeNewest(
  reader: Reader,
  piece: Piece,
  authors: readonly bigint[],
): Promise<readonly bigint[]> {
  const { since, max, count } = piece
  const each = Math.min(count, Math.max(4, Math.ceil((2 * count) / Math.max(1, authors.length))))
  let merged: bigint[] = []
  let request = authors.map((author) => ({ author, max }))
  while (request.length > 0) {
    const found = new Map<bigint, readonly bigint[]>()
    for (let from = 0; from < request.length; from += MAX_AUTHORS_PER_READ) {
      const authorsNow = request.slice(from, from + MAX_AUTHORS_PER_READ)
      const rows = await reader.rows(postsOfEach, { list: headList(authorsNow), since, count: each })
      for (const { author_id, ids } of rows)
        if (ids !== null) found.set(author_id, ids.split(',').map(BigInt))
    }
    merged = [...merged, ...[...found.values()].flat()].sort((a, b) => (a > b ? -1 : 1)).slice(0, count)
    const least = merged.length < count ? 0n : must(merged.at(-1), 'the last that is wanted')
    request = [...found].flatMap(([author, ids]) => {
      const last = must(ids.at(-1), 'one post at least')
      return ids.length === each && last > least ? [{ author, max: last - 1n }] : []
    })
  }
  return merged
}

function headList(heads: readonly { readonly author: bigint; readonly max: bigint }[]): string {
  return `[${heads.map(({ author, max }) => `[${author},${max}]`).join(',')}]`
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

// Uses the index posts_author.
const postsOfEach = query<{ list: string; since: bigint; count: number }>()((_, p, engine) => {
  const heads =
    engine === 'sqlite'
      ? sql`(select value ->> 0 as author_id, value ->> 1 as newest from json_each(${p('list')}))`
      : sql`(select cast(value ->> 0 as bigint) as author_id, cast(value ->> 1 as bigint) as newest
          from json_array_elements(${p('list')}::text::json))`
  return sql<{ author_id: bigint; ids: string | null }>`
    select head.author_id, (
      select string_agg(cast(piece.id as text), ',' order by piece.id desc) from (
        select posts.id from posts
        where posts.author_id = head.author_id and posts.id > ${p('since')} and posts.id <= head.newest
        order by posts.id desc limit ${p('count')}
      ) as piece
    ) as ids from ${heads} as head`
})

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
