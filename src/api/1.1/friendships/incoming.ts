/** GET friendships/incoming: users with a request to follow the user, newest first (spec/followers.md#companions). */
import { incomingRequestIds } from '../../../domain/graph/id-page.ts'
import { ownIds } from '../_own-lists.ts'

export const friendshipsIncoming = ownIds({
  path: '/1.1/friendships/incoming.json',
  summary: 'Ids of the users who have requested to follow the user, newest first, up to 5,000 a page.',
  page: incomingRequestIds,
})
