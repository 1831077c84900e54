/**
 * GET lists/subscriptions: the lists that a user follows, the newest follow first, up to 1,000 a page
 * (spec/v1-streams-and-lists.md#lists).
 */
import { followedListIds } from '../../../domain/lists/pages.ts'
import { listPages } from './_list-pages.ts'

export const listsSubscriptions = listPages({
  path: '/1.1/lists/subscriptions.json',
  summary: 'The lists that a user follows, the newest follow first, up to 1,000 a page.',
  window: { user: 15, app: 15 },
  read: followedListIds,
})
