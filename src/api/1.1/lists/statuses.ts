/** GET lists/statuses: posts of the members of a list (spec/v1-streams-and-lists.md#lists). */
import { listTimeline } from '../../../domain/lists/timeline.ts'
import { boolean } from '../../../http/params.ts'
import { postListAnswer } from '../_answer-post.ts'
import { v11Endpoint } from '../_family.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { viewerOf } from '../_target.ts'
import { timelineParams, timelineRangeOf } from '../_timeline.ts'
import { NAMED_LIST_ERRORS, namedListParams, requireNamedList } from './_named-list.ts'

export const listsStatuses = v11Endpoint({
  paths: ['/1.1/lists/statuses.json'],
  summary: 'Posts of the members of a list, newest first: up to 200 a page, 800 in total.',
  window: { user: 900, app: 900 },
  params: {
    ...namedListParams,
    ...timelineParams,
    include_rts: boolean({ default: true, description: 'Include reposts.' }),
  },
  errors: [...NAMED_LIST_ERRORS, 'parameterInvalid', 'blockedByAuthor'],
  answers: [{ schema: POST_LIST }],
  async handle({ params, caller, services, outer }) {
    const viewer = viewerOf(caller)
    const list = await requireNamedList(params, viewer, services)
    const ids = await listTimeline(services.store, {
      listId: list.id,
      viewer,
      ...timelineRangeOf(params),
      excludeReposts: !params.include_rts,
    })
    return postListAnswer(services, viewer, ids, params, outer)
  },
})
