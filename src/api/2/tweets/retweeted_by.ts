/** GET 2/tweets/:id/retweeted_by: users who reposted a post (spec/v2-posts.md#engagement-lists). */
import { reposterIds } from '../../../domain/posts/read/engagement-pages.ts'
import { postOwner } from '../../_v2/pages/page-owners.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'

export const v2TweetsRetweetedBy = userPages({
  path: '/2/tweets/:id/retweeted_by',
  summary:
    'Users who reposted a post, newest repost first. Users whose posts the caller may not see are left out.',
  scopes: [],
  window: { user: 75, app: 75 },
  size: { min: 1, max: 100, default: 100 },
  owner: postOwner,
  read: reposterIds,
  onlyVisible: true,
})
