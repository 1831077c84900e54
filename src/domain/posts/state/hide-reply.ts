import { append } from '../../../log/append.ts'
import { type Context, Refusal } from '../../context.ts'
import { findPosts, requirePost } from '../read/find-posts.ts'
import { lockPosts } from '../write/targets.ts'
import { storeState } from './store-states.ts'

export interface HideReplyInput {
  /** The author of the post that began the conversation. */
  readonly userId: bigint
  readonly postId: bigint
  /** False shows the reply again. */
  readonly isHidden: boolean
}

/**
 * Hides a reply in a conversation, or shows it again.
 * @returns false when nothing changed
 * @throws {Refusal} `post-not-found`; `post-not-own` for a conversation of another user, and for a post
 *   that is not a reply
 */
export async function hideReply(
  context: Context,
  { userId, postId, isHidden }: HideReplyInput,
): Promise<boolean> {
  const now = context.clock.now()
  const named = await requirePost(context.store, postId)
  const begun = (await findPosts(context.store, [named.conversationId])).get(named.conversationId)
  if (named.conversationId === named.initialId || begun?.authorId !== userId) {
    throw new Refusal('post-not-own', `the conversation of ${postId} was not begun by ${userId}`)
  }
  return context.store.write(async (tx) => {
    await lockPosts(tx, [named.initialId])
    const reply = await requirePost(tx, named.initialId)
    if ((reply.hiddenAt !== null) === isHidden) return false
    await storeState(tx, { ...reply, hiddenAt: isHidden ? now : null })
    append(tx, now, {
      kind: 'post.hidden',
      user_id: reply.authorId,
      post_id: reply.latestId,
      is_hidden: isHidden,
    })
    return true
  })
}
