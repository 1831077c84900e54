/** GET statuses/user_timeline: the posts of a user (spec/posts.md#timelines). */
import { userTimeline } from '../../../domain/posts/read/timelines.ts'
import { boolean } from '../../../http/params.ts'
import { postListAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { postsTarget } from '../_posts-target.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { targetParams, viewerOf } from '../_target.ts'
import { timelineParams, timelineRangeOf } from '../_timeline.ts'
import { DAILY_TIMELINES } from './_timeline-budget.ts'

export const statusesUserTimeline = v11Endpoint({
  paths: ['/1.1/statuses/user_timeline.json'],
  summary: 'Posts of a user, newest first: up to 200 a page, 3,200 in total.',
  window: { user: 900, app: 1_500, further: [DAILY_TIMELINES] },
  params: {
    ...targetParams,
    ...timelineParams,
    exclude_replies: boolean({ default: false, description: 'Omit replies to others.' }),
    include_rts: boolean({ default: true, description: 'Include reposts.' }),
  },
  errors: ['queryParametersMissing', 'pageDoesNotExist', 'parameterInvalid', 'blockedByAuthor'],
  answers: [{ schema: POST_LIST }],
  async handle({ params, caller, services, outer }) {
    const user = await postsTarget(params, caller, services)
    const ids = await userTimeline(services.store, {
      userId: user.id,
      ...timelineRangeOf(params),
      excludeReplies: params.exclude_replies,
      excludeReposts: !params.include_rts,
    })
    return postListAnswer(services, viewerOf(caller), ids, params, outer)
  },
})
