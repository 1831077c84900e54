/** GET 2/tweets/:id/liking_users: users who like a post (spec/v2-posts.md#engagement-lists). */
import { likerIds } from '../../../domain/posts/read/engagement-pages.ts'
import { postOwner } from '../../_v2/pages/page-owners.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'

export const v2TweetsLikingUsers = userPages({
  path: '/2/tweets/:id/liking_users',
  summary: 'Users who like a post, newest like first. Users whose posts the caller may not see are left out.',
  scopes: ['like.read'],
  window: { user: 75, app: 75 },
  size: { min: 1, max: 100, default: 100 },
  owner: postOwner,
  read: likerIds,
  onlyVisible: true,
})
