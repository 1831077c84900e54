/** Counts impressions and clicks of posts. */

import { sql } from 'kysely'
import { bulk } from '../../../db/bulk.ts'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Outcome, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import type { Context } from '../../context.ts'
import { lockPosts } from './targets.ts'

/** Increments for the counters of a post: integers of at least 0. */
export interface SeenCounts {
  /** Id of any version of the post. */
  readonly postId: bigint
  readonly impressions: number
  readonly urlLinkClicks: number
  readonly userProfileClicks: number
}

/**
 * Counts impressions and clicks. Missing posts and reposts are ignored.
 * @returns the number of entries of the batch that were counted
 */
export async function countSeen(context: Context, batch: readonly SeenCounts[]): Promise<number> {
  const request = { batch, now: context.clock.now() }
  if (batch.length <= MAX_SHARED_ROWS) return context.store.writeBatched(countAll, request)
  // Large batches are not combined, because a combined batch would block the event loop.
  return context.store.write(async (tx) => {
    const [outcome] = await countAll(tx, [request])
    return outcome !== undefined && 'value' in outcome ? outcome.value : 0
  })
}

/** Maximum number of rows in a batch that is combined with others. */
const MAX_SHARED_ROWS = 20

interface CountRequest {
  readonly batch: readonly SeenCounts[]
  readonly now: number
}

async function countAll(tx: Tx, inputs: readonly CountRequest[]): Promise<readonly Outcome<number>[]> {
  const ids = [...new Set(inputs.flatMap(({ batch }) => batch.map(({ postId }) => postId)))]
  if (ids.length === 0) return inputs.map(() => ({ value: 0 }))
  const [, rows] = await Promise.all([lockPosts(tx, ids), tx.rows(postsSeen, { ids: idList(ids) })])
  const known = new Map(rows.map((row) => [row.id, row]))
  const sums = new Map<bigint, { seen: SeenCounts; author: bigint; now: number }>()
  for (const { batch, now } of inputs) {
    for (const seen of batch) {
      const row = known.get(seen.postId)
      if (row === undefined) continue
      const sum = sums.get(row.initial_id)?.seen
      sums.set(row.initial_id, { seen: add(seen, sum), author: row.author_id, now })
    }
  }
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  await upsertSeen(
    tx,
    sorted.map(([id, { seen }]) => [id, seen.impressions, seen.urlLinkClicks, seen.userProfileClicks]),
  )
  for (const [post_id, { author: user_id, now }] of sorted)
    append(tx, now, { kind: 'post.seen', user_id, post_id })
  return inputs.map(({ batch }) => ({ value: batch.filter(({ postId }) => known.has(postId)).length }))
}

function add(one: SeenCounts, other: SeenCounts | undefined): SeenCounts {
  if (other === undefined) return one
  return {
    ...one,
    impressions: one.impressions + other.impressions,
    urlLinkClicks: one.urlLinkClicks + other.urlLinkClicks,
    userProfileClicks: one.userProfileClicks + other.userProfileClicks,
  }
}

const postsSeen = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint; initial_id: bigint; author_id: bigint }>`
    select posts.id, posts.initial_id, posts.author_id
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id
    where posts.reposted_id is null`,
)

const upsertSeen = bulk(
  {
    post_id: 'integer',
    impression_count: 'integer',
    url_link_clicks: 'integer',
    user_profile_clicks: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('post_counts')
      .columns(['post_id', 'impression_count', 'url_link_clicks', 'user_profile_clicks'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.column('post_id').doUpdateSet((eb) => ({
          impression_count: eb('post_counts.impression_count', '+', eb.ref('excluded.impression_count')),
          url_link_clicks: eb('post_counts.url_link_clicks', '+', eb.ref('excluded.url_link_clicks')),
          user_profile_clicks: eb(
            'post_counts.user_profile_clicks',
            '+',
            eb.ref('excluded.user_profile_clicks'),
          ),
        })),
      ),
)
