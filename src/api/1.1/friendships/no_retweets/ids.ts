/** GET friendships/no_retweets/ids: users that the user follows without retweets (spec/followers.md#companions). */
import { noRetweetsIds } from '../../../../domain/graph/follow-settings.ts'
import { v11Endpoint } from '../../_family.ts'
import { stringifyIds } from '../../_own-lists.ts'
import { ID_ARRAY } from '../../_schemas/id-page.ts'

export const friendshipsNoRetweetsIds = v11Endpoint({
  paths: ['/1.1/friendships/no_retweets/ids.json'],
  summary: 'Ids of the users whose retweets are hidden from the user.',
  auth: ['user'],
  window: { user: 15, app: 0 },
  params: { stringify_ids: stringifyIds },
  answers: [{ schema: ID_ARRAY }],
  async handle({ params, caller, services }) {
    const ids = await noRetweetsIds(services.store, caller.user.id)
    const items = params.stringify_ids ? ids.map((id) => `"${id}"`) : ids
    return { status: 200, body: `[${items.join(',')}]` }
  },
})
