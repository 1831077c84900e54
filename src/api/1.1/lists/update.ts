/** POST lists/update: changes a list of the caller (spec/v1-streams-and-lists.md#lists). */
import { updateList } from '../../../domain/lists/update-list.ts'
import { v11Endpoint } from '../_family.ts'
import { LIST } from '../_schemas/list.ts'
import { LIST_FIELD_ERRORS, listFieldParams } from './_list-fields.ts'
import { listAnswer } from './_list-texts.ts'
import { NAMED_LIST_ERRORS, namedListParams, ofOwnList, requireNamedListId } from './_named-list.ts'

export const listsUpdate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/lists/update.json'],
  summary: 'Changes a list of the caller.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: { ...namedListParams, ...listFieldParams },
  errors: [...NAMED_LIST_ERRORS, 'parameterInvalid', ...LIST_FIELD_ERRORS, 'credentialsDoNotAllow'],
  answers: [{ schema: LIST }],
  async handle({ params, caller, services, outer }) {
    const userId = caller.user.id
    const listId = await requireNamedListId(params, services)
    const { name, mode: isPrivate, description } = params
    const list = await ofOwnList(updateList(services, { userId, listId, name, description, isPrivate }))
    return listAnswer(services, { userId }, list, outer)
  },
})
