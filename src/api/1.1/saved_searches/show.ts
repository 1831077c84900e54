/** GET saved_searches/show/:id: a saved search of the user (spec/v1-streams-and-lists.md#other-calls). */
import { findSavedSearch } from '../../../domain/searches/saved-search.ts'
import { optionalId } from '../../../http/params.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { SAVED_SEARCH, savedSearchObject } from './_saved-search.ts'

export const savedSearchesShow = v11Endpoint({
  paths: ['/1.1/saved_searches/show/:id.json'],
  summary: 'A saved search of the user.',
  auth: ['user'],
  window: { user: 15, app: 0 },
  params: { id: optionalId('The saved search.') },
  errors: ['pageDoesNotExist', 'parameterInvalid'],
  answers: [{ schema: SAVED_SEARCH }],
  async handle({ params: { id = 0n }, caller, services }) {
    const search = await findSavedSearch(services.store, { userId: caller.user.id, id })
    if (search === undefined) throw new V11Error('pageDoesNotExist')
    return { status: 200, body: JSON.stringify(savedSearchObject(search)) }
  },
})
