/** POST statuses/retweet/:id: reposts a post (spec/posts.md#retweet). */
import { repost } from '../../../domain/posts/write/repost.ts'
import { sourceOf } from '../../_post-source.ts'
import { explainRefusal, postAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_ID_ERRORS, postIdParam, requirePostId } from '../_post-id.ts'
import { postParams } from '../_posts.ts'
import { POST } from '../_schemas/post.ts'
import { UNSEEN_ERRORS } from '../_unseen.ts'
import { POSTING } from './_posting.ts'

export const statusesRetweet = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/statuses/retweet/:id.json'],
  summary: 'Reposts a post, or the original of a repost; returns the repost.',
  auth: ['user'],
  writes: true,
  window: POSTING,
  params: { ...postIdParam, ...postParams },
  errors: [...POST_ID_ERRORS, ...UNSEEN_ERRORS, 'postsTooMany', 'repostedAlready'],
  answers: [{ schema: POST }],
  async handle({ params, caller, services, outer }) {
    const postId = requirePostId(params.id)
    const viewer = { userId: caller.user.id }
    const input = { ...viewer, postId, source: sourceOf(caller.app), isLimited: services.limits !== 'off' }
    const { id } = await explainRefusal(services, viewer, postId, repost(services, input))
    return postAnswer(services, viewer, id, params, outer)
  },
})
