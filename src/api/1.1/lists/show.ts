/** GET lists/show: one list (spec/v1-streams-and-lists.md#lists). */
import { v11Endpoint } from '../_family.ts'
import { LIST } from '../_schemas/list.ts'
import { viewerOf } from '../_target.ts'
import { listAnswer } from './_list-texts.ts'
import { NAMED_LIST_ERRORS, namedListParams, requireNamedList } from './_named-list.ts'

export const listsShow = v11Endpoint({
  paths: ['/1.1/lists/show.json'],
  summary: 'A list.',
  window: { user: 75, app: 75 },
  params: namedListParams,
  errors: [...NAMED_LIST_ERRORS, 'parameterInvalid', 'blockedByAuthor'],
  answers: [{ schema: LIST }],
  async handle({ params, caller, services, outer }) {
    const viewer = viewerOf(caller)
    const list = await requireNamedList(params, viewer, services)
    return listAnswer(services, viewer, list, outer)
  },
})
