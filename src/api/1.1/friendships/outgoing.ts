/**
 * GET friendships/outgoing: users that the user has requested to follow, newest first (spec/followers.md#companions).
 */
import { outgoingRequestIds } from '../../../domain/graph/id-page.ts'
import { ownIds } from '../_own-lists.ts'

export const friendshipsOutgoing = ownIds({
  path: '/1.1/friendships/outgoing.json',
  summary:
    'Ids of the protected users that the user has requested to follow, newest first, up to 5,000 a page.',
  page: outgoingRequestIds,
})
