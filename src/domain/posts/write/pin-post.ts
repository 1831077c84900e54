/** Pins and unpins posts in the profiles of users. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { type AuditStamp, auditStamp, recordAudit } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { requirePost } from '../read/find-posts.ts'
import { lockPosts } from './targets.ts'

export interface PinPostInput {
  readonly userId: bigint
  /** Id of any version of a post of the user; null unpins the pinned post. */
  readonly postId: bigint | null
}

/**
 * Pins a post in place of the pinned post, or unpins the pinned post.
 * @returns false when nothing changed
 * @throws {Refusal} `post-not-found`, `post-not-own`
 */
export async function pinPost(context: Context, { userId, postId }: PinPostInput): Promise<boolean> {
  const made = auditStamp(context)
  const stamp = made && (await made)
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
    const before = await pinnedBy(tx, userId)
    if (before === pinned) return false
    await setPinned(tx, now, userId, pinned)
    await recordPin(tx, stamp, userId, { pinned, before })
    return true
  })
}

/**
 * Unpins a post. The id can be the id of any version.
 * @returns false when the post was not pinned
 * @throws {Refusal} `post-not-found`
 */
export async function unpinPost(context: Context, postId: bigint): Promise<boolean> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  const { initialId, authorId: userId } = await requirePost(context.store, postId)
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    if ((await pinnedBy(tx, userId)) !== initialId) return false
    await setPinned(tx, now, userId, null)
    await recordPin(tx, stamp, userId, { pinned: null, before: initialId })
    return true
  })
}

/** @param before the post that was pinned before */
async function recordPin(
  tx: Tx,
  stamp: AuditStamp | undefined,
  userId: bigint,
  { pinned, before }: { readonly pinned: bigint | null; readonly before: bigint | null },
): Promise<void> {
  const key = pinned ?? before
  if (key === null) return
  await recordAudit(tx, stamp, {
    action: pinned === null ? 'post.unpin' : 'post.pin',
    subject: { kind: 'post', key },
    details: { author_id: userId, ...(pinned === null || before === null ? {} : { instead_of: before }) },
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

/**
 * The pinned posts by user, as ids of first versions. Users without a pinned post are omitted. Pass at most a few
 * hundred ids.
 */
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
