/** Erases the bookmarks of a user, in small steps. */
import { bulk } from '../../../db/bulk.ts'
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { findUser } from '../../accounts/user.ts'
import { presenceOf } from '../../accounts/user-states.ts'
import type { Context } from '../../context.ts'
import { CountChanges } from '../counts.ts'
import { rest } from '../write/rest.ts'
import { lockPosts } from '../write/targets.ts'

/** Maximum number of bookmarks that a transaction erases, so that it does not block the event loop for long. */
const MAX_BOOKMARKS_PER_WRITE = 100

/** Erases the bookmarks of a permanently deactivated user. Ends when no bookmark is left or `signal` is aborted. */
export async function eraseBookmarks(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  userId: bigint,
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true) {
    const started = clock.monotonic()
    const erased = await store.write((tx) => eraseSlice(tx, userId, clock.now()))
    if (erased === 0) return
    await rest(clock, started, signal)
  }
}

async function eraseSlice(tx: Tx, userId: bigint, now: number): Promise<number> {
  await lockUsers(tx, [userId])
  const user = await findUser(tx, { id: userId })
  if (user === undefined || presenceOf(user, now) !== 'gone') return 0
  const rows = await tx.rows(bookmarksOfUser, { user: userId, count: MAX_BOOKMARKS_PER_WRITE })
  const postIds = rows.map(({ post_id }) => post_id)
  await lockPosts(tx, postIds)
  await deleteBookmarks(
    tx,
    postIds.map((postId) => [userId, postId]),
  )
  const counts = new CountChanges()
  for (const postId of postIds) {
    counts.addToPost(postId, 'bookmarks', -1)
    append(tx, now, { kind: 'post.unbookmarked', user_id: userId, post_id: postId })
  }
  await counts.store(tx)
  return rows.length
}

// Uses the primary key of bookmarks.
const bookmarksOfUser = query<{ user: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('bookmarks')
    .select('post_id')
    .where('user_id', '=', p('user'))
    .orderBy('position')
    .limit(p('count')),
)

const deleteBookmarks = bulk({ user_id: 'integer', post_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('bookmarks').where(listed),
)
