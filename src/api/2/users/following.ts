/** GET 2/users/:id/following, which today's clients use (spec/labs-lookup.md#pages-of-followers). */
import { friendIds } from '../../../domain/graph/id-page.ts'
import { connectionsOwner } from '../../_v2/pages/page-owners.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'

export const v2UsersFollowing = userPages({
  path: '/2/users/:id/following',
  summary: 'Users that a user follows, newest first.',
  scopes: ['follows.read'],
  window: { user: 15, app: 15 },
  size: { min: 1, max: 1_000, default: 100 },
  owner: connectionsOwner,
  read: friendIds,
})
