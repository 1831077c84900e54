/** POST lists/subscribers/destroy: stops following a list (spec/v1-streams-and-lists.md#lists). */
import { unfollowList } from '../../../../domain/lists/follow-list.ts'
import { v11Endpoint } from '../../_family.ts'
import { LIST } from '../../_schemas/list.ts'
import { listAnswer } from '../_list-texts.ts'
import { NAMED_LIST_ERRORS, namedListParams, requireNamedList } from '../_named-list.ts'

export const listsSubscribersDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/lists/subscribers/destroy.json'],
  summary: 'Stops following a list.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: namedListParams,
  errors: [...NAMED_LIST_ERRORS, 'parameterInvalid', 'blockedByAuthor'],
  answers: [{ schema: LIST }],
  async handle({ params, caller, services, outer }) {
    const viewer = { userId: caller.user.id }
    const { id: listId } = await requireNamedList(params, viewer, services)
    await unfollowList(services, { ...viewer, listId })
    return listAnswer(
      services,
      viewer,
      await requireNamedList({ ...params, list_id: listId }, viewer, services),
      outer,
    )
  },
})
