/** POST lists/create: creates a list (spec/v1-streams-and-lists.md#lists). */
import { createList } from '../../../domain/lists/create-list.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { LIST } from '../_schemas/list.ts'
import { LIST_FIELD_ERRORS, listFieldParams } from './_list-fields.ts'
import { listAnswer } from './_list-texts.ts'
import { ofOwnList } from './_named-list.ts'

export const listsCreate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/lists/create.json'],
  summary: 'Creates a list.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: listFieldParams,
  errors: ['parameterMissing:name', 'parameterInvalid', ...LIST_FIELD_ERRORS, 'listsTooMany'],
  answers: [{ schema: LIST }],
  async handle({ params, caller, services, outer }) {
    const { name, mode: isPrivate = false, description = '' } = params
    if (name === undefined) throw new V11Error('parameterMissing', 'name')
    const userId = caller.user.id
    const list = await ofOwnList(createList(services, { userId, name, description, isPrivate }))
    return listAnswer(services, { userId }, list, outer)
  },
})
