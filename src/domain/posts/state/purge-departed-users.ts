/** Deletes the posts and bookmarks of users who were deactivated at least 30 days ago and not reactivated. */

import { isItemFailure } from '../../../db/errors.ts'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { type ItemGuard, UNGUARDED } from '../../../lib/item-guard.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { findUser } from '../../accounts/user.ts'
import { DEACTIVATED_RETENTION_MS, presenceOf } from '../../accounts/user-states.ts'
import type { Context } from '../../context.ts'
import { erasePosts } from '../write/delete-post.ts'
import { rest } from '../write/rest.ts'
import { eraseBookmarks } from './erase-bookmarks.ts'

/** Maximum number of posts that a transaction deletes, so that it does not block the event loop for long. */
const MAX_POSTS_PER_WRITE = 20

/** Maximum number of users that one query returns. */
const MAX_USERS_PER_READ = 100

/**
 * Deletes the posts and bookmarks of permanently deactivated users. Each deleted post has its own event. Ends when no
 * row is left or `signal` is aborted. @returns the number of deleted posts
 */
export async function purgeDepartedUsers(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  signal?: AbortSignal,
  guard: ItemGuard = UNGUARDED,
): Promise<number> {
  const until = clock.now() - DEACTIVATED_RETENTION_MS
  let purged = 0
  for (let after = -1n; ; ) {
    const users = await store.rows(departedWithRows, { until, after, count: MAX_USERS_PER_READ })
    for (const { id } of users) {
      if (signal?.aborted === true) return purged
      purged += (await guard.attempt(`user ${id}`, () => purgeUser({ store, clock, guard }, id, signal))) ?? 0
      after = id
    }
    if (users.length < MAX_USERS_PER_READ) return purged
  }
}

interface PurgeServices extends Pick<Context, 'store' | 'clock'> {
  readonly guard: ItemGuard
}

/**
 * Deletes the posts and then the bookmarks of a user in slices, each in one transaction. If a slice fails
 * because of the data of one post, the posts of the slice are deleted one by one.
 */
async function purgeUser(
  { store, clock, guard }: PurgeServices,
  userId: bigint,
  signal: AbortSignal | undefined,
): Promise<number> {
  let purged = 0
  for (let after = -1n; signal?.aborted !== true; ) {
    const started = clock.monotonic()
    const slice = (await store.rows(firstPostsOf, { author: userId, after, count: MAX_POSTS_PER_WRITE })).map(
      ({ id }) => id,
    )
    const last = slice.at(-1)
    if (last === undefined) break
    const purge = (ids: readonly bigint[]) => store.write((tx) => purgeSlice(tx, userId, ids, clock.now()))
    purged += await purge(slice).catch(async (error: unknown) => {
      if (!isItemFailure(error)) throw error
      let count = 0
      for (const id of slice) count += (await guard.attempt(`post ${id}`, () => purge([id]))) ?? 0
      return count
    })
    after = last
    await rest(clock, started, signal)
  }
  await eraseBookmarks({ store, clock }, userId, signal)
  return purged
}

async function purgeSlice(tx: Tx, userId: bigint, ids: readonly bigint[], now: number): Promise<number> {
  await lockUsers(tx, [userId])
  const user = await findUser(tx, { id: userId })
  if (user === undefined || presenceOf(user, now) !== 'gone') return 0
  return (await erasePosts(tx, ids, { now, reason: 'user_deactivated', actor: undefined })).length
}

// Deactivated users are among the few hidden users.
const departedWithRows = query<{ until: number; after: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('hidden_users')
    .innerJoin('users', 'users.id', 'hidden_users.user_id')
    .select('users.id')
    .where('hidden_users.user_id', '>', p('after'))
    .where('users.deactivated_at', '<=', p('until'))
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('posts').select('posts.id').whereRef('posts.author_id', '=', 'users.id')),
        eb.exists(eb.selectFrom('bookmarks').select('post_id').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .orderBy('users.id')
    .limit(p('count')),
)

// Uses the index posts_author. Later versions are deleted with the first version.
const firstPostsOf = query<{ author: bigint; after: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', p('author'))
    .where('id', '>', p('after'))
    .whereRef('initial_id', '=', 'id')
    .orderBy('id')
    .limit(p('count')),
)
