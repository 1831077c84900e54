/** GET 2/users/:id/tweets: the posts of a user (spec/v2-posts.md#timelines). */
import { userPostPage } from '../../../domain/posts/read/timeline-pages.ts'
import { postsOwner } from '../../_v2/pages/page-owners.ts'
import { timelinePages } from '../../_v2/pages/timeline-pages.ts'

export const v2UsersTweets = timelinePages({
  path: '/2/users/:id/tweets',
  summary: 'Posts of a user, newest first: the newest 3,200, or 800 without replies.',
  scopes: [],
  window: { user: 900, app: 1_500 },
  size: { min: 5, max: 100, default: 10 },
  owner: postsOwner,
  isMetered: true,
  read: userPostPage,
  newest: ({ timelineHeads }, userId, count) => timelineHeads.firstPage(userId, count),
})
