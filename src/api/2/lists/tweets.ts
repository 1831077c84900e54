/** GET 2/lists/:id/tweets: posts of the members of a list (spec/v2-users-and-lists.md#list-calls). */
import { listTimelinePage } from '../../../domain/lists/timeline.ts'
import { listOwner } from '../../_v2/lists/list-owner.ts'
import { postPages } from '../../_v2/pages/post-pages.ts'

export const v2ListTweets = postPages({
  path: '/2/lists/:id/tweets',
  summary: 'Posts of the members of a list, newest first: 800 in total.',
  scopes: ['list.read'],
  window: { user: 900, app: 900 },
  size: { min: 1, max: 100, default: 100 },
  owner: listOwner,
  isMetered: true,
  read: listTimelinePage,
})
