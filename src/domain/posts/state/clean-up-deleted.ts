/**
 * Removes likes, bookmarks and reposts of deleted posts in small steps, and updates the counters of users. Appends no
 * event for clients, because the deletion of the original covers these rows (spec/contract.md#compliance-events). An
 * internal event has the users whose counters changed, for the caches of all processes. Each repost leaves a tombstone
 * (the record of a deletion), for later compliance checks of copies (spec/batch-compliance.md#results).
 */
import { sql } from 'kysely'
import { bulk } from '../../../db/bulk.ts'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { DeletedPostsTable } from '../../../db/schema.ts'
import type { Tx } from '../../../db/store.ts'
import { type ItemGuard, UNGUARDED } from '../../../lib/item-guard.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import type { Context } from '../../context.ts'
import { CountChanges } from '../counts.ts'
import { rest } from '../write/rest.ts'
import { insertTombstones } from './erase-rows.ts'

/**
 * Maximum number of rows of each kind that a transaction removes, so that it does not block the event loop for long.
 */
const MAX_POSTS_PER_WRITE = 100

/**
 * Removes the remaining rows of deleted posts. Ends when no row is left or `signal` is aborted. @returns the number of
 * removed rows
 */
export async function cleanUpDeleted(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  signal?: AbortSignal,
  guard: ItemGuard = UNGUARDED,
): Promise<number> {
  let removed = 0
  for (let after = -1n; signal?.aborted !== true; ) {
    const next = await store.first(firstUncleaned, { after })
    if (next === undefined) break
    const started = clock.monotonic()
    const cleaned = await guard.attempt(`post ${next.post_id}`, () =>
      store.write((tx) => cleanUpSlice(tx, next, clock.now())),
    )
    removed += cleaned ?? 0
    if (cleaned === undefined) after = next.post_id
    await rest(clock, started, signal)
  }
  return removed
}

type UncleanedPost = Pick<DeletedPostsTable, 'post_id' | 'deleted_at' | 'reason'>

/** Removes the next rows of one deleted post. If no row is left, the post is marked as done. */
async function cleanUpSlice(
  tx: Tx,
  { post_id: postId, deleted_at, reason }: UncleanedPost,
  now: number,
): Promise<number> {
  const slice = { post: postId, count: MAX_POSTS_PER_WRITE }
  const [likes, reposts, bookmarks] = await Promise.all([
    tx.rows(likesOfPost, slice),
    tx.rows(repostsOfPost, slice),
    tx.rows(bookmarksOfPost, slice),
  ])
  if (likes.length + reposts.length + bookmarks.length === 0) {
    await tx.run(markCleaned, { post: postId })
    return 0
  }
  const users = [...likes.map(({ user_id }) => user_id), ...reposts.map(({ author_id }) => author_id)]
  await lockUsers(tx, [...new Set(users)])
  const [unliked, unposted, unbookmarked] = await Promise.all([
    deleteLikes(
      tx,
      likes.map(({ user_id }) => [user_id, postId]),
    ),
    deleteReposts(
      tx,
      reposts.map(({ id, author_id }) => [id, author_id]),
    ),
    deleteBookmarks(
      tx,
      bookmarks.map(({ user_id }) => [user_id, postId]),
    ),
  ])
  const counts = new CountChanges()
  for (const [user] of unliked) counts.addToUser(BigInt(user ?? 0), 'favourites', -1)
  for (const [, author] of unposted) counts.addToUser(BigInt(author ?? 0), 'statuses', -1)
  const ids = idList(unposted.map(([id]) => BigInt(id ?? 0)))
  await Promise.all([
    counts.store(tx),
    tx.run(deleteStates, { ids }),
    // The tombstone of a repost has the time and the reason of the deletion of its original.
    insertTombstones(
      tx,
      unposted.map(([id = null, author = null]) => [id, author, deleted_at, reason, 1]),
    ),
  ])
  const recounted = new Set([
    ...unliked.map(([user]) => String(user)),
    ...unposted.map(([, author]) => String(author)),
  ])
  if (recounted.size > 0) append(tx, now, { kind: 'users.recounted', user_ids: [...recounted] })
  return unliked.length + unposted.length + unbookmarked.length
}

// Uses the index deleted_posts_unswept.
const firstUncleaned = query<{ after: bigint }>()((k, p) =>
  k
    .selectFrom('deleted_posts')
    .select(['post_id', 'deleted_at', 'reason'])
    .where('is_swept', '=', 0)
    .where('post_id', '>', p('after'))
    .orderBy('post_id')
    .limit(1),
)

const markCleaned = query<{ post: bigint }>()((k, p) =>
  k.updateTable('deleted_posts').set({ is_swept: 1 }).where('post_id', '=', p('post')),
)

// Uses the index likes_post.
const likesOfPost = query<{ post: bigint; count: number }>()((k, p) =>
  k.selectFrom('likes').select('user_id').where('post_id', '=', p('post')).limit(p('count')),
)

// Uses the index bookmarks_post.
const bookmarksOfPost = query<{ post: bigint; count: number }>()((k, p) =>
  k.selectFrom('bookmarks').select('user_id').where('post_id', '=', p('post')).limit(p('count')),
)

// Uses the index posts_reposts.
const repostsOfPost = query<{ post: bigint; count: number }>()((k, p) =>
  k.selectFrom('posts').select(['id', 'author_id']).where('reposted_id', '=', p('post')).limit(p('count')),
)

const deleteLikes = bulk(
  { user_id: 'integer', post_id: 'integer' },
  (k, _rows, _engine, listed) => k.deleteFrom('likes').where(listed),
  'user_id',
)

const deleteBookmarks = bulk({ user_id: 'integer', post_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('bookmarks').where(listed),
)

const deleteReposts = bulk(
  { id: 'integer', author_id: 'integer' },
  (k, _rows, _engine, listed) => k.deleteFrom('posts').where(listed),
  'id',
)

const deleteStates = query<{ ids: string }>()(
  (_, p, engine) =>
    sql`delete from post_states where post_id in (select id from ${idsOf(p('ids'), engine)} as gone)`,
)
