import { idListSuite } from '../../../../test/support/id-list/suite.ts'
import { onBoth } from '../../../../test/support/part.ts'

idListSuite(
  {
    path: '/1.1/followers/ids.json',
    edge: (owner, member) => ({ follower: member, followee: owner }),
  },
  onBoth,
)
