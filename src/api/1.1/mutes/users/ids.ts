/** GET mutes/users/ids: users that the user mutes, newest first (spec/followers.md#companions). */
import { mutedIds } from '../../../../domain/graph/id-page.ts'
import { ownIds } from '../../_own-lists.ts'

export const mutesUsersIds = ownIds({
  path: '/1.1/mutes/users/ids.json',
  summary: 'Ids of the users that the user mutes, newest first, up to 5,000 a page.',
  page: mutedIds,
})
