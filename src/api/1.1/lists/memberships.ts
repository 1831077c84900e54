/**
 * GET lists/memberships: the lists with a user as a member, the newest membership first, up to 1,000 a page
 * (spec/v1-streams-and-lists.md#lists).
 */
import { membershipListIds, ownListIdsWith } from '../../../domain/lists/pages.ts'
import { listPages } from './_list-pages.ts'

export const listsMemberships = listPages({
  path: '/1.1/lists/memberships.json',
  summary: 'The lists with a user as a member, the newest membership first, up to 1,000 a page.',
  window: { user: 75, app: 75 },
  read: membershipListIds,
  readOwned: ownListIdsWith,
})
