import { userListSuite } from '../../../../test/support/user-list/suite.ts'

userListSuite({
  path: '/1.1/followers/list.json',
  edge: (owner, member) => ({ follower: member, followee: owner }),
})
