/**
 * POST saved_searches/destroy/:id: removes a saved search, and returns it
 * (spec/v1-streams-and-lists.md#other-calls).
 */
import { removeSavedSearch } from '../../../domain/searches/remove-saved-search.ts'
import { optionalId } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { SAVED_SEARCH, savedSearchObject, savedSearchRefused } from './_saved-search.ts'

export const savedSearchesDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/saved_searches/destroy/:id.json'],
  summary: 'Removes a saved search, and returns it.',
  auth: ['user'],
  writes: true,
  window: { user: 15, app: 0 },
  params: { id: optionalId('The saved search.') },
  errors: ['pageDoesNotExist', 'parameterInvalid'],
  answers: [{ schema: SAVED_SEARCH }],
  async handle({ params: { id = 0n }, caller, services }) {
    const search = await removeSavedSearch(services, { userId: caller.user.id, id }).catch(savedSearchRefused)
    return { status: 200, body: JSON.stringify(savedSearchObject(search)) }
  },
})
