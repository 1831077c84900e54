/** GET 2/users/:id/followers, the path that clients of API v2 use (spec/labs-lookup.md#pages-of-followers). */
import { followerIds } from '../../../domain/graph/id-page.ts'
import { connectionsOwner } from '../../_v2/pages/page-owners.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'

export const v2UsersFollowers = userPages({
  path: '/2/users/:id/followers',
  summary: 'The users who follow a user, newest first.',
  scopes: ['follows.read'],
  window: { user: 15, app: 15 },
  size: { min: 1, max: 1_000, default: 100 },
  owner: connectionsOwner,
  read: followerIds,
})
