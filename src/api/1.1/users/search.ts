/** GET users/search: users by the words of their names (spec/users.md#search). */
import { Type } from 'typebox'
import { MAX_SEARCH_RESULTS, searchUsers } from '../../../domain/accounts/search-users.ts'
import { count, optionalText, type Param } from '../../../http/params.ts'
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { USER_LIST } from '../_schemas/user.ts'
import { userList } from '../_user-list.ts'
import { userParams } from '../_users.ts'

const MAX_PAGE_SIZE = 20

/** The page number. A value that is not a positive number selects the first page. */
const page: Param<number> = {
  schema: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 1,
      description: `Page number; pages after the first ${MAX_SEARCH_RESULTS} results are empty.`,
    }),
  ),
  parse: (text) => (text !== undefined && /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) : 1),
}

export const usersSearch = v11Endpoint({
  paths: ['/1.1/users/search.json'],
  summary: 'Users by words of their names: an exact screen name first, then by number of followers.',
  auth: ['user'],
  window: { user: 900, app: 0 },
  params: {
    q: optionalText('Prefixes of words of a name or of a screen name.'),
    page,
    count: count({ default: MAX_PAGE_SIZE, max: MAX_PAGE_SIZE }),
    ...userParams,
  },
  errors: ['queryParametersMissing'],
  answers: [{ schema: USER_LIST }],
  async handle({ params, caller, services, outer }) {
    const { q, page, count } = params
    if (q === undefined) throw new V11Error('queryParametersMissing')
    const viewer = { userId: caller.user.id }
    const input = { query: q, offset: (page - 1) * count, count }
    const ids = await searchUsers(services.store, viewer, input)
    const users = await userList(services, viewer, ParsedIds.of(ids), params, outer)
    return { status: 200, body: undefined, pieces: ['[', users, ']'] }
  },
})
