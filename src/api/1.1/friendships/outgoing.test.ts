import { ownListSuite } from '../../../../test/support/relations/own-list-suite.ts'
import { follow, unfollow } from '../../../domain/graph/follow.ts'

ownListSuite({
  path: '/1.1/friendships/outgoing.json',
  of: 'ids',
  isProtected: 'member',
  add: (context, owner, member) => follow(context, { follower: owner, followee: member }),
  remove: (context, owner, member) => unfollow(context, { follower: owner, followee: member }),
})
