/** GET 2/users/:id/liked_tweets: posts that a user likes (spec/v2-posts.md#engagement-lists). */
import { likedPostIds } from '../../../domain/posts/read/engagement-pages.ts'
import { postsOwner } from '../../_v2/pages/page-owners.ts'
import { postPages } from '../../_v2/pages/post-pages.ts'

export const v2UsersLikedTweets = postPages({
  path: '/2/users/:id/liked_tweets',
  summary: 'Posts that a user likes, newest like first.',
  scopes: ['like.read'],
  window: { user: 75, app: 75 },
  size: { min: 5, max: 100, default: 100 },
  owner: postsOwner,
  isMetered: true,
  read: likedPostIds,
})
