/** GET and POST users/lookup: up to 100 users at once (spec/users.md#lookup). */
import { optionalText } from '../../../http/params.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { idsNamed } from '../_named.ts'
import { USER_LIST } from '../_schemas/user.ts'
import { viewerOf } from '../_target.ts'
import { userList } from '../_user-list.ts'
import { userParams } from '../_users.ts'

export const usersLookup = lookupBy('GET')

/** The same call by POST, for lists that are too long for a URL. */
export const usersLookupByPost = lookupBy('POST')

function lookupBy(method: 'GET' | 'POST') {
  return v11Endpoint({
    method,
    paths: ['/1.1/users/lookup.json'],
    summary: 'Up to 100 users by ids, by screen names, or by both, in the order of the request.',
    window: { user: 900, app: 300, countedAs: 'GET' },
    params: {
      user_id: optionalText('Ids, separated by commas. Invalid ids are ignored.'),
      screen_name: optionalText('Screen names, separated by commas.'),
      ...userParams,
    },
    errors: ['noUserMatches', 'tooManyTerms', 'queryParametersMissing'],
    answers: [{ schema: USER_LIST }],
    async handle({ params, caller, services, outer }) {
      const ids = await idsNamed(services, params)
      const users = await userList(services, viewerOf(caller), ids, params, outer)
      if (users.length === 0) throw new V11Error('noUserMatches')
      return { status: 200, body: undefined, pieces: ['[', users, ']'] }
    },
  })
}
