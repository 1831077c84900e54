/** POST statuses/destroy/:id: deletes a post of the caller (spec/posts.md#destroy). */
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { ownPostAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_ID_ERRORS, postIdParam, requirePostId } from '../_post-id.ts'
import { postParams } from '../_posts.ts'
import { POST } from '../_schemas/post.ts'

export const statusesDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/statuses/destroy/:id.json'],
  summary: 'Deletes a post of the caller; returns the deleted post.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: { ...postIdParam, ...postParams },
  errors: [...POST_ID_ERRORS, 'postNotFound', 'postNotOwn'],
  answers: [{ schema: POST }],
  async handle({ params, caller, services, outer }) {
    const postId = requirePostId(params.id)
    const post = await deletePost(services, { postId, userId: caller.user.id })
    return ownPostAnswer(services, post, params, outer)
  },
})
