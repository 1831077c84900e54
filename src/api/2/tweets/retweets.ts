/** GET 2/tweets/:id/retweets: the reposts of a post (spec/v2-posts.md#engagement-lists). */
import { repostIds } from '../../../domain/posts/read/engagement-pages.ts'
import { postOwner } from '../../_v2/pages/page-owners.ts'
import { postPages } from '../../_v2/pages/post-pages.ts'

export const v2TweetsRetweets = postPages({
  path: '/2/tweets/:id/retweets',
  summary: 'The reposts of a post, newest first.',
  scopes: [],
  window: { user: 75, app: 75 },
  size: { min: 1, max: 100, default: 100 },
  owner: postOwner,
  read: repostIds,
})
