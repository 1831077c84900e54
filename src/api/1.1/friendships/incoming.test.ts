import { ownListSuite } from '../../../../test/support/relations/own-list-suite.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { denyFollowRequest } from '../../../domain/graph/follow-requests.ts'

ownListSuite({
  path: '/1.1/friendships/incoming.json',
  of: 'ids',
  isProtected: 'owner',
  add: (context, owner, member) => follow(context, { follower: member, followee: owner }),
  remove: (context, owner, member) => denyFollowRequest(context, { target: owner, requester: member }),
})
