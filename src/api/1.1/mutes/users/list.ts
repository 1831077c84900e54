/** GET mutes/users/list: users that the user mutes, newest first (spec/followers.md#companions). */
import { mutedIds } from '../../../../domain/graph/id-page.ts'
import { ownUsers } from '../../_own-lists.ts'

export const mutesUsersList = ownUsers({
  path: '/1.1/mutes/users/list.json',
  summary: 'Users that the user mutes, newest first, 20 a page.',
  page: mutedIds,
})
