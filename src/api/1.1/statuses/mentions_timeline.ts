/** GET statuses/mentions_timeline: posts that mention the caller (spec/posts.md#timelines). */
import { mentionsTimeline } from '../../../domain/posts/read/timelines.ts'
import { postListAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { timelineParams, timelineRangeOf } from '../_timeline.ts'
import { DAILY_TIMELINES } from './_timeline-budget.ts'

export const statusesMentionsTimeline = v11Endpoint({
  paths: ['/1.1/statuses/mentions_timeline.json'],
  summary: 'Posts that mention the caller, newest first: up to 200 a page, 800 in total.',
  auth: ['user'],
  window: { user: 75, app: 0, further: [DAILY_TIMELINES] },
  params: timelineParams,
  errors: ['parameterInvalid'],
  answers: [{ schema: POST_LIST }],
  async handle({ params, caller, services, outer }) {
    const viewer = { userId: caller.user.id }
    const ids = await mentionsTimeline(services.store, { ...viewer, ...timelineRangeOf(params) })
    return postListAnswer(services, viewer, ids, params, outer)
  },
})
