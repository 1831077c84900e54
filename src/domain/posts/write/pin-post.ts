/** Pinned posts of users. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { type Context, Refusal } from '../../context.ts'
import { requirePost } from '../read/find-posts.ts'
import { lockPosts } from './targets.ts'

export interface PinPostInput {
  readonly userId: bigint
  /** A post of the user, any version; null to unpin. */
  readonly postId: bigint | null
}

/** Pins a post in place of another, or unpins. @returns false when nothing changed */
export async function pinPost(context: Context, { userId, postId }: PinPostInput): Promise<boolean> {
  const now = context.clock.now()
  const named = postId === null ? undefined : await requirePost(context.store, postId)
  if (named !== undefined && (named.authorId !== userId || named.repostedId !== null)) {
    throw new Refusal('post-not-own', `the post ${postId} is not by ${userId}`)
  }
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    const pinned = named?.initialId ?? null
    if (pinned !== null) {
      await lockPosts(tx, [pinned])
      await requirePost(tx, pinned)
    }
    if ((await pinnedBy(tx, userId)) === pinned) return false
    await setPinned(tx, now, userId, pinned)
    return true
  })
}

/**
 * Unpins a post, any version.
 * @returns false when it was not pinned
 * @throws {Refusal} `post-not-found`
 */
export async function unpinPost(context: Context, postId: bigint): Promise<boolean> {
  const now = context.clock.now()
  const { initialId, authorId: userId } = await requirePost(context.store, postId)
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    if ((await pinnedBy(tx, userId)) !== initialId) return false
    await setPinned(tx, now, userId, null)
    return true
  })
}

async function pinnedBy(tx: Tx, userId: bigint): Promise<bigint | null> {
  return (await pinnedPosts(tx, [userId])).get(userId) ?? null
}

async function setPinned(tx: Tx, now: number, userId: bigint, postId: bigint | null): Promise<void> {
  if (postId === null) await tx.run(unpin, { user: userId })
  else await tx.run(pin, { user: userId, post: postId })
  append(tx, now, { kind: 'user.pinned', user_id: userId, post_id: postId })
}

/** Pinned posts by user, as first versions. Users without a pinned post are left out; at most a few hundred ids. */
export async function pinnedPosts(
  reader: Reader,
  userIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  if (userIds.length === 0) return new Map()
  const rows = await reader.rows(pinsOf, { users: idList(userIds) })
  return new Map(rows.map((row) => [row.user_id, row.post_id]))
}

const pin = query<{ user: bigint; post: bigint }>()((k, p) =>
  k
    .insertInto('pinned_posts')
    .values({ user_id: p('user'), post_id: p('post') })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ post_id: eb.ref('excluded.post_id') })),
    ),
)

const unpin = query<{ user: bigint }>()((k, p) =>
  k.deleteFrom('pinned_posts').where('user_id', '=', p('user')),
)

const pinsOf = query<{ users: string }>()(
  (_, p, engine) => sql<{ user_id: bigint; post_id: bigint }>`
    select pinned_posts.user_id, pinned_posts.post_id
    from ${idsOf(p('users'), engine)} as wanted join pinned_posts on pinned_posts.user_id = wanted.id`,
)
