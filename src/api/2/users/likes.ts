/** POST 2/users/:id/likes and DELETE 2/users/:id/likes/:tweet_id (spec/v2-posts.md#likes-reposts-bookmarks). */
import { Type } from 'typebox'
import { Refusal } from '../../../domain/context.ts'
import { like, unlike } from '../../../domain/posts/write/like.ts'
import { type ActionCall, deleteAction, postAction } from '../../_v2/actions/self-action.ts'
import { ignoreMissingPost, requirePostId } from '../../_v2/actions/targets.ts'

const LIKING = {
  scopes: ['like.write'],
  window: { user: 50, app: 0, further: [{ of: 'caller', limit: 1_000, seconds: 86_400 }] },
  verb: 'like',
  data: { liked: Type.Boolean({ description: 'The state after the call.' }) },
} as const

export const v2Like = postAction({
  ...LIKING,
  path: '/2/users/:id/likes',
  summary: 'Likes a post, or the original of a repost.',
  member: 'tweet_id',
  async run(call) {
    await likeOnce(call)
    return { liked: true }
  },
})

export const v2Unlike = deleteAction({
  ...LIKING,
  path: '/2/users/:id/likes/:tweet_id',
  summary: 'Removes the like of a post.',
  async run({ services, userId, targetId }) {
    if (targetId !== undefined) await unlike(services, { userId, postId: targetId }).catch(ignoreMissingPost)
    return { liked: false }
  },
})

/** A repeated like changes nothing (spec/v2.md#repeated-actions). */
async function likeOnce(call: ActionCall): Promise<void> {
  const aim = { userId: call.userId, postId: requirePostId(call), mustBeNewest: true }
  try {
    await like(call.services, aim)
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'liked-already') throw error
  }
}
