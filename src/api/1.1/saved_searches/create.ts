/** POST saved_searches/create: saves a search (spec/v1-streams-and-lists.md#other-calls). */
import { saveSearch } from '../../../domain/searches/save-search.ts'
import { optionalText } from '../../../http/params.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { SAVED_SEARCH, savedSearchObject, savedSearchRefused } from './_saved-search.ts'

const MAX_QUERY_LENGTH = 500

export const savedSearchesCreate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/saved_searches/create.json'],
  summary: 'Saves a search; a query that is saved already is not saved again. A user has up to 25.',
  auth: ['user'],
  writes: true,
  window: { user: 15, app: 0 },
  params: { query: optionalText('The query, of up to 500 characters.') },
  errors: ['parameterMissing:query', 'parameterInvalid:query', 'savedSearchesTooMany'],
  answers: [{ schema: SAVED_SEARCH }],
  async handle({ params, caller, services }) {
    const query = params.query?.toWellFormed().trim() ?? ''
    if (query === '') throw new V11Error('parameterMissing', 'query')
    if (query.length > MAX_QUERY_LENGTH || query.includes('\0'))
      throw new V11Error('parameterInvalid', 'query')
    const search = await saveSearch(services, { userId: caller.user.id, query }).catch(savedSearchRefused)
    return { status: 200, body: JSON.stringify(savedSearchObject(search)) }
  },
})
