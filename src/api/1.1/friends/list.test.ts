import { userListSuite } from '../../../../test/support/user-list/suite.ts'

userListSuite({
  path: '/1.1/friends/list.json',
  edge: (owner, member) => ({ follower: owner, followee: member }),
})
