/** POST statuses/unretweet/:id: undoes a repost (spec/posts.md#unretweet). */
import { undoRepost } from '../../../domain/posts/write/repost.ts'
import { readPostGraph } from '../../../views/post-graph.ts'
import { newestPostAnswer, ownPostAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_ID_ERRORS, postIdParam, requirePostId } from '../_post-id.ts'
import { postParams } from '../_posts.ts'
import { POST } from '../_schemas/post.ts'
import { UNSEEN_ERRORS } from '../_unseen.ts'

export const statusesUnretweet = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/statuses/unretweet/:id.json'],
  summary:
    'Undoes a repost of the caller, named by its id or the id of the original. Returns the original, or the repost if the caller may no longer see the original.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: { ...postIdParam, ...postParams },
  errors: [...POST_ID_ERRORS, ...UNSEEN_ERRORS],
  answers: [{ schema: POST }],
  async handle({ params, caller, services, outer }) {
    const viewer = { userId: caller.user.id }
    const { initialId, repost } = await undoRepost(services, { ...viewer, postId: requirePostId(params.id) })
    // The repost is already undone, so a hidden original is not an error.
    if (
      repost !== undefined &&
      (await readPostGraph(services, viewer, [initialId])).visible(initialId) === undefined
    ) {
      return ownPostAnswer(services, repost, params, outer)
    }
    return newestPostAnswer(services, viewer, initialId, params, outer)
  },
})
