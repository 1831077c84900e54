/** GET statuses/retweets_of_me: posts of the caller that others reposted (spec/limits.md#v11-limits). */
import { repostsOfMe } from '../../../domain/posts/read/timelines.ts'
import { postListAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { timelineParams, timelineRangeOf } from '../_timeline.ts'

export const statusesRetweetsOfMe = v11Endpoint({
  paths: ['/1.1/statuses/retweets_of_me.json'],
  summary: 'Posts of the caller that others reposted, newest first.',
  auth: ['user'],
  window: { user: 75, app: 0 },
  params: timelineParams,
  errors: ['parameterInvalid'],
  answers: [{ schema: POST_LIST }],
  async handle({ params, caller, services, outer }) {
    const viewer = { userId: caller.user.id }
    const ids = await repostsOfMe(services.store, { ...viewer, ...timelineRangeOf(params) })
    return postListAnswer(services, viewer, ids, params, outer)
  },
})
