/**
 * GET saved_searches/list: the saved searches of the user, oldest first
 * (spec/v1-streams-and-lists.md#other-calls).
 */
import { Type } from 'typebox'
import { savedSearchesOf } from '../../../domain/searches/saved-search.ts'
import { v11Endpoint } from '../_family.ts'
import { SAVED_SEARCH, savedSearchObject } from './_saved-search.ts'

export const savedSearchesList = v11Endpoint({
  paths: ['/1.1/saved_searches/list.json'],
  summary: 'The saved searches of the user, oldest first.',
  auth: ['user'],
  window: { user: 15, app: 0 },
  params: {},
  answers: [{ schema: Type.Array(SAVED_SEARCH) }],
  async handle({ caller, services }) {
    const searches = await savedSearchesOf(services.store, caller.user.id)
    return { status: 200, body: JSON.stringify(searches.map(savedSearchObject)) }
  },
})
