import { ownListSuite } from '../../../../../test/support/relations/own-list-suite.ts'
import { mute, unmute } from '../../../../domain/graph/mute.ts'

ownListSuite({
  path: '/1.1/mutes/users/ids.json',
  of: 'ids',
  add: (context, owner, member) => mute(context, { userId: owner, mutedId: member }),
  remove: (context, owner, member) => unmute(context, { userId: owner, mutedId: member }),
})
