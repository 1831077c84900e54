/** POST favorites/destroy: removes the like of a post (spec/posts.md#favorites). */
import { unlike } from '../../../domain/posts/write/like.ts'
import { newestPostAnswer } from '../_answer-post.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_ID_ERRORS, postIdParam, requirePostId } from '../_post-id.ts'
import { postParams } from '../_posts.ts'
import { POST } from '../_schemas/post.ts'
import { UNSEEN_ERRORS } from '../_unseen.ts'

export const favoritesDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/favorites/destroy.json'],
  summary: 'Removes the like of a post; returns the post.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: { ...postIdParam, ...postParams },
  errors: [...POST_ID_ERRORS, ...UNSEEN_ERRORS],
  answers: [{ schema: POST }],
  async handle({ params, caller, services, outer }) {
    const postId = requirePostId(params.id)
    const viewer = { userId: caller.user.id }
    // A post that is not liked has the error of an unknown post, as recorded.
    if (!(await unlike(services, { ...viewer, postId }))) throw new V11Error('postNotFound')
    return newestPostAnswer(services, viewer, postId, params, outer)
  },
})
