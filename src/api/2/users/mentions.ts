/** GET 2/users/:id/mentions: posts that mention a user (spec/v2-posts.md#timelines). */
import { mentionPage } from '../../../domain/posts/read/timeline-pages.ts'
import { postsOwner } from '../../_v2/pages/page-owners.ts'
import { timelinePages } from '../../_v2/pages/timeline-pages.ts'

export const v2UsersMentions = timelinePages({
  path: '/2/users/:id/mentions',
  summary: 'Posts that mention a user, newest first: the newest 800.',
  scopes: [],
  window: { user: 180, app: 450 },
  size: { min: 5, max: 100, default: 10 },
  owner: postsOwner,
  isMetered: true,
  read: (reader, input, viewer) =>
    mentionPage(reader, { ...input, excludeUnwanted: viewer.userId === input.userId }),
})
