import { idListSuite } from '../../../../test/support/id-list/suite.ts'

idListSuite({
  path: '/1.1/friends/ids.json',
  edge: (owner, member) => ({ follower: owner, followee: member }),
})
