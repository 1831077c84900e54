/** POST lists/destroy: deletes a list of the caller (spec/v1-streams-and-lists.md#lists). */
import { deleteList } from '../../../domain/lists/delete-list.ts'
import { v11Endpoint } from '../_family.ts'
import { LIST } from '../_schemas/list.ts'
import { listAnswer } from './_list-texts.ts'
import { NAMED_LIST_ERRORS, namedListParams, ofOwnList, requireNamedListId } from './_named-list.ts'

export const listsDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/lists/destroy.json'],
  summary: 'Deletes a list of the caller.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: namedListParams,
  errors: [...NAMED_LIST_ERRORS, 'parameterInvalid', 'credentialsDoNotAllow'],
  answers: [{ schema: LIST }],
  async handle({ params, caller, services, outer }) {
    const userId = caller.user.id
    const listId = await requireNamedListId(params, services)
    const list = await ofOwnList(deleteList(services, { userId, listId }))
    return listAnswer(services, { userId }, list, outer)
  },
})
