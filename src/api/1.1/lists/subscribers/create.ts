/** POST lists/subscribers/create: follows a list (spec/v1-streams-and-lists.md#lists). */
import { followList } from '../../../../domain/lists/follow-list.ts'
import { v11Endpoint } from '../../_family.ts'
import { LIST } from '../../_schemas/list.ts'
import { listAnswer } from '../_list-texts.ts'
import { NAMED_LIST_ERRORS, namedListParams, requireNamedList } from '../_named-list.ts'

export const listsSubscribersCreate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/lists/subscribers/create.json'],
  summary: 'Follows a list.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: namedListParams,
  errors: [...NAMED_LIST_ERRORS, 'parameterInvalid', 'blockedByAuthor'],
  answers: [{ schema: LIST }],
  async handle({ params, caller, services, outer }) {
    const viewer = { userId: caller.user.id }
    const { id: listId } = await requireNamedList(params, viewer, services)
    return listAnswer(services, viewer, await followList(services, { ...viewer, listId }), outer)
  },
})
