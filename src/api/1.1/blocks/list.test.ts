import { ENGINES } from '../../../../test/support/engines.ts'
import { ownListSuite } from '../../../../test/support/relations/own-list-suite.ts'
import { block, unblock } from '../../../domain/graph/block.ts'

ownListSuite(
  {
    path: '/1.1/blocks/list.json',
    of: 'users',
    add: (context, owner, member) => block(context, { userId: owner, blockedId: member }),
    remove: (context, owner, member) => unblock(context, { userId: owner, blockedId: member }),
  },
  ENGINES,
)
