/** GET favorites/list: posts that a user likes (spec/posts.md#favorites). */
import { likesOf } from '../../../domain/posts/read/timelines.ts'
import { postListAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { postsTarget } from '../_posts-target.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { targetParams, viewerOf } from '../_target.ts'
import { timelineParams, timelineRangeOf } from '../_timeline.ts'

export const favoritesList = v11Endpoint({
  paths: ['/1.1/favorites/list.json'],
  summary: 'Posts that a user likes, newest post first, up to 200 a page.',
  window: { user: 75, app: 75 },
  params: { ...targetParams, ...timelineParams },
  errors: ['queryParametersMissing', 'pageDoesNotExist', 'parameterInvalid', 'blockedByAuthor'],
  answers: [{ schema: POST_LIST }],
  async handle({ params, caller, services, outer }) {
    const user = await postsTarget(params, caller, services)
    const ids = await likesOf(services.store, { userId: user.id, ...timelineRangeOf(params) })
    return postListAnswer(services, viewerOf(caller), ids, params, outer)
  },
})
