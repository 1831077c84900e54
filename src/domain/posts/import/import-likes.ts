/** Imports likes in batches: one transaction and one event for each batch. */
import { sql } from 'kysely'
import { bulk } from '../../../db/bulk.ts'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { addToUserCounts } from '../../accounts/post-counters.ts'
import type { Context } from '../../context.ts'
import { lockPosts } from '../write/targets.ts'
import type { RefusedPost } from './imported-post.ts'

export interface LikesOutcome {
  readonly imported: number
  readonly refused: readonly RefusedPost[]
}

/**
 * Imports likes of an existing user, oldest first. Likes of missing posts are refused, because the authors of the posts
 * are unknown. Imported like counts already include these likes, so a count increases only if it is less than the
 * number of stored likes.
 * @param note the function that stores the progress of the import, called inside the transaction
 */
export async function importLikes(
  context: Context,
  userId: bigint,
  postIds: readonly bigint[],
  note: (tx: Tx, outcome: LikesOutcome) => Promise<void>,
): Promise<LikesOutcome> {
  const now = context.clock.now()
  const request = await Promise.all(postIds.map(async (id) => ({ id, position: await context.ids.make() })))
  return context.store.writeAlone(async (tx) => {
    await lockUsers(tx, [userId])
    const rows = await tx.rows(initialIds, { ids: idList(postIds) })
    const initial = new Map(rows.map((row) => [row.id, row.initial_id]))
    await lockPosts(tx, [...new Set(initial.values())])
    const added = await insertLikes(
      tx,
      request.flatMap(({ id, position }) => {
        const postId = initial.get(id)
        return postId === undefined ? [] : [[userId, position, postId]]
      }),
    )
    await addToUserCounts(tx, [{ userId, statuses: 0, favourites: added.length }])
    const liked = added
      .map(([, , postId = null]) => [postId, 1])
      .sort(([a], [b]) => ((a ?? 0) < (b ?? 0) ? -1 : 1))
    await raiseCounts(tx, liked)
    if (added.length > 0) {
      append(tx, now, { kind: 'import.applied', of: 'likes', lines: postIds.length, imported: added.length })
    }
    const refused = postIds.flatMap((id, index) =>
      initial.has(id)
        ? []
        : [{ index, reason: `the liked post ${id} is not there; import it with its author first` }],
    )
    const outcome = { imported: added.length, refused }
    await note(tx, outcome)
    return outcome
  })
}

// Looks up the primary key for each id.
const initialIds = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint; initial_id: bigint }>`
    select posts.id, coalesce(posts.reposted_id, posts.initial_id) as initial_id
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id`,
)

const insertLikes = bulk(
  { user_id: 'integer', position: 'integer', post_id: 'integer' },
  (k, rows) =>
    k
      .insertInto('likes')
      .columns(['user_id', 'position', 'post_id'])
      .expression(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing()),
  'position',
)

// Uses the index likes_post.
const raiseCounts = bulk({ post_id: 'integer', like_count: 'integer' }, (k, rows) =>
  k
    .insertInto('post_counts')
    .columns(['post_id', 'like_count'])
    .expression(rows)
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet({
        like_count: sql<number>`case
          when post_counts.like_count < (select count(*) from likes where likes.post_id = excluded.post_id)
          then post_counts.like_count + 1 else post_counts.like_count end`,
      }),
    ),
)
