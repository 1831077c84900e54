/** GET friendships/lookup: relations between the user and up to 100 others (spec/relations.md#connections). */
import { findFullUsers } from '../../../domain/accounts/find-users.ts'
import { isHidden } from '../../../domain/accounts/user.ts'
import { relationsOf } from '../../../domain/graph/relations.ts'
import { connectionsObject } from '../../../formats/v1.1/relationship.ts'
import { optionalText } from '../../../http/params.ts'
import { must } from '../../../lib/assert.ts'
import { v11Endpoint } from '../_family.ts'
import { idsNamed } from '../_named.ts'
import { CONNECTIONS } from '../_schemas/relationship.ts'

export const friendshipsLookup = v11Endpoint({
  paths: ['/1.1/friendships/lookup.json'],
  summary: 'Relations between the user and up to 100 others, in the order of the request.',
  auth: ['user'],
  window: { user: 15, app: 0 },
  params: {
    user_id: optionalText('Ids, separated by commas. Invalid ids are ignored.'),
    screen_name: optionalText('Screen names, separated by commas.'),
  },
  errors: ['queryParametersMissing', 'tooManyTerms'],
  answers: [{ schema: CONNECTIONS }],
  async handle({ params, caller, services }) {
    const { ids: named } = await idsNamed(services, params)
    const ids = [...new Set(named)]
    const [users, relations] = await Promise.all([
      findFullUsers(services.store, ids),
      relationsOf(services.store, caller.user.id, ids),
    ])
    const connections = ids.flatMap((id) => {
      const user = users.get(id)
      // Unknown and hidden users are left out.
      if (user === undefined || isHidden(user)) return []
      return [connectionsObject(user, must(relations.get(id), 'the relation to a user'))]
    })
    return { status: 200, body: JSON.stringify(connections) }
  },
})
