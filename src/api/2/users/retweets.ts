/**
 * POST 2/users/:id/retweets and DELETE 2/users/:id/retweets/:source_tweet_id
 * (spec/v2-posts.md#likes-reposts-bookmarks).
 */
import { Type } from 'typebox'
import { repost, undoRepost } from '../../../domain/posts/write/repost.ts'
import { sourceOf } from '../../_post-source.ts'
import { deleteAction, postAction } from '../../_v2/actions/self-action.ts'
import { ignoreMissingPost, requirePostId } from '../../_v2/actions/targets.ts'
import { POSTING_BUDGET } from '../../1.1/statuses/_posting.ts'

const REPOSTING = {
  scopes: ['tweet.write'],
  verb: 'retweet',
  data: { retweeted: Type.Boolean({ description: 'The state after the call.' }) },
} as const

export const v2Repost = postAction({
  ...REPOSTING,
  path: '/2/users/:id/retweets',
  summary: 'Reposts a post, or the original of a repost.',
  window: { user: 50, app: 0, further: [POSTING_BUDGET] },
  member: 'tweet_id',
  async run(call) {
    const { services, caller, userId } = call
    await repost(services, {
      userId,
      postId: requirePostId(call),
      mustBeNewest: true,
      source: sourceOf(caller.app),
      isLimited: services.limits !== 'off',
    })
    return { retweeted: true }
  },
})

export const v2UndoRepost = deleteAction({
  ...REPOSTING,
  path: '/2/users/:id/retweets/:source_tweet_id',
  summary: 'Undoes a repost, named by the original or by its own id.',
  window: { user: 50, app: 0, further: [{ of: 'caller', limit: 1_000, seconds: 86_400 }] },
  async run({ services, userId, targetId }) {
    if (targetId !== undefined)
      await undoRepost(services, { userId, postId: targetId }).catch(ignoreMissingPost)
    return { retweeted: false }
  },
})
