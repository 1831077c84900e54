/** The posts of users who have left: deleted 30 days later, unless the user is back by then. */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { findUser } from '../accounts/user.ts'
import { KEPT_AFTER_LEAVING_MS, presenceOf } from '../accounts/user-states.ts'
import type { Context } from '../context.ts'
import { erasePosts } from './delete-post.ts'
import { rest } from './rest.ts'

/** Posts of one transaction, so that none holds the event loop for long. */
const SLICE = 20

/** Users of one look. */
const USERS = 100

/** Deletes the posts that are due, each with its event, until none is or `signal` is aborted; how many there were. */
export async function purgeLeft(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  signal?: AbortSignal,
): Promise<number> {
  const until = clock.now() - KEPT_AFTER_LEAVING_MS
  let purged = 0
  for (;;) {
    const before = purged
    for (const { id } of await store.rows(leftWithPosts, { until, count: USERS })) {
      if (signal?.aborted === true) return purged
      const started = clock.monotonic()
      purged += await store.write((tx) => purgeSlice(tx, id, clock.now()))
      await rest(clock, started, signal)
    }
    if (purged === before) return purged
  }
}

async function purgeSlice(tx: Tx, userId: bigint, now: number): Promise<number> {
  await lockUsers(tx, [userId])
  const user = await findUser(tx, { id: userId })
  if (user === undefined || presenceOf(user, now) !== 'gone') return 0
  const posts = await tx.rows(firstPostsOf, { author: userId, count: SLICE })
  const note = { now, reason: 'user_deactivated', actor: undefined }
  return (
    await erasePosts(
      tx,
      posts.map(({ id }) => id),
      note,
    )
  ).length
}

// Who has left is among the few that are hidden.
const leftWithPosts = query<{ until: number; count: number }>()((k, p) =>
  k
    .selectFrom('hidden_users')
    .innerJoin('users', 'users.id', 'hidden_users.user_id')
    .select('users.id')
    .where('users.deactivated_at', '<=', p('until'))
    .where((eb) =>
      eb.exists(eb.selectFrom('posts').select('posts.id').whereRef('posts.author_id', '=', 'users.id')),
    )
    .orderBy('users.id')
    .limit(p('count')),
)

// Uses the index posts_author. A later version goes with its first one.
const firstPostsOf = query<{ author: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', p('author'))
    .whereRef('initial_id', '=', 'id')
    .orderBy('id')
    .limit(p('count')),
)
