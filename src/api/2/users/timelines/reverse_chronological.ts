/** GET 2/users/:id/timelines/reverse_chronological: the home timeline of the caller (spec/v2-posts.md#timelines). */
import { homePage } from '../../../../domain/posts/read/home-timeline.ts'
import { selfOwner } from '../../../_v2/pages/page-owners.ts'
import { timelinePages } from '../../../_v2/pages/timeline-pages.ts'

export const v2ReverseChronological = timelinePages({
  path: '/2/users/:id/timelines/reverse_chronological',
  summary:
    'Posts of the caller and of the users that the caller follows, newest first: the newest 800, and all of the last seven days.',
  auth: ['user'],
  scopes: [],
  window: { user: 180, app: 0 },
  size: { min: 1, max: 100, default: 100 },
  owner: selfOwner,
  read: homePage,
})
