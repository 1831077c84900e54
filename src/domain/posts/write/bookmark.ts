/** Adds and removes bookmarks of posts (spec/v2-posts.md#likes-reposts-bookmarks). */
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import type { Context } from '../../context.ts'
import { CountChanges } from '../counts.ts'
import { type Aim, lockTargets } from './targets.ts'

/**
 * Bookmarks a post. For a repost, bookmarks the original. All versions of a post share one bookmark.
 * @returns false if the bookmark existed already
 * @throws {Refusal} `post-not-found`, `post-not-visible`, `post-superseded`
 */
export async function bookmark(context: Context, aim: Aim): Promise<boolean> {
  const now = context.clock.now()
  // Awaits only an id that is not ready, because commands must run in the order of their calls.
  const made = context.ids.make()
  const position = typeof made === 'bigint' ? made : await made
  return context.store.write(async (tx) => {
    await lockUsers(tx, [aim.userId])
    const { initialId } = (await lockTargets(tx, [aim])).requireVisible(aim)
    const added = await tx.run(insertBookmark, { user: aim.userId, position, post: initialId })
    if (added === 0) return false
    await count(tx, initialId, 1)
    append(tx, now, { kind: 'post.bookmarked', user_id: aim.userId, post_id: initialId })
    return true
  })
}

/**
 * Removes a bookmark, even if the user can no longer see the post.
 * @returns false if there was no bookmark
 */
export async function unbookmark(context: Context, aim: Aim): Promise<boolean> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockUsers(tx, [aim.userId])
    const target = (await lockTargets(tx, [aim])).of(aim)
    if (target === undefined) return false
    const { initialId } = target
    const removed = await tx.run(deleteBookmark, { user: aim.userId, post: initialId })
    if (removed === 0) return false
    await count(tx, initialId, -1)
    append(tx, now, { kind: 'post.unbookmarked', user_id: aim.userId, post_id: initialId })
    return true
  })
}

function count(tx: Tx, initialId: bigint, by: 1 | -1): Promise<void> {
  const counts = new CountChanges()
  counts.addToPost(initialId, 'bookmarks', by)
  return counts.store(tx)
}

const insertBookmark = query<{ user: bigint; position: bigint; post: bigint }>()((k, p) =>
  k
    .insertInto('bookmarks')
    .values({ user_id: p('user'), position: p('position'), post_id: p('post') })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing()),
)

// Uses the unique index bookmarks_pair.
const deleteBookmark = query<{ user: bigint; post: bigint }>()((k, p) =>
  k.deleteFrom('bookmarks').where('user_id', '=', p('user')).where('post_id', '=', p('post')),
)
