/** GET statuses/home_timeline: posts of the caller and of users that the caller follows (spec/posts.md#timelines). */
import { homeTimeline } from '../../../domain/posts/read/home-timeline.ts'
import { boolean } from '../../../http/params.ts'
import { postListAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { timelineParams, timelineRangeOf } from '../_timeline.ts'

export const statusesHomeTimeline = v11Endpoint({
  paths: ['/1.1/statuses/home_timeline.json'],
  summary:
    'Posts of the caller and of the users that the caller follows, newest first: up to 200 a page, 800 in total.',
  auth: ['user'],
  window: { user: 15, app: 0 },
  params: {
    ...timelineParams,
    exclude_replies: boolean({ default: false, description: 'Omit replies to others.' }),
  },
  errors: ['parameterInvalid'],
  answers: [{ schema: POST_LIST }],
  async handle({ params, caller, services, outer }) {
    const viewer = { userId: caller.user.id }
    const ids = await homeTimeline(services.store, {
      ...viewer,
      ...timelineRangeOf(params),
      excludeReplies: params.exclude_replies,
    })
    return postListAnswer(services, viewer, ids, params, outer)
  },
})
