/** POST favorites/create: likes a post (spec/posts.md#favorites). */
import { like } from '../../../domain/posts/write/like.ts'
import { LIMITED_WRITES } from '../../_versions/limits.ts'
import { explainRefusal, newestPostAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_ID_ERRORS, postIdParam, requirePostId } from '../_post-id.ts'
import { postParams } from '../_posts.ts'
import { POST } from '../_schemas/post.ts'
import { UNSEEN_ERRORS } from '../_unseen.ts'

export const favoritesCreate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/favorites/create.json'],
  summary: 'Likes a post, or the original of a repost; returns the post.',
  auth: ['user'],
  writes: true,
  window: {
    ...{ user: 1_000, app: 0, seconds: 86_400 },
    further: [{ of: 'app', limit: 1_000, seconds: 86_400, since: LIMITED_WRITES }],
  },
  params: { ...postIdParam, ...postParams },
  errors: [...POST_ID_ERRORS, ...UNSEEN_ERRORS, 'likedAlready'],
  answers: [{ schema: POST }],
  async handle({ params, caller, services, outer }) {
    const postId = requirePostId(params.id)
    const viewer = { userId: caller.user.id }
    await explainRefusal(services, viewer, postId, like(services, { ...viewer, postId }))
    return newestPostAnswer(services, viewer, postId, params, outer)
  },
})
