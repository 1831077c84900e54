/**
 * GET lists/ownerships: the lists that a user owns, newest first, up to 1,000 a page
 * (spec/v1-streams-and-lists.md#lists).
 */
import { ownedListIds } from '../../../domain/lists/pages.ts'
import { listPages } from './_list-pages.ts'

export const listsOwnerships = listPages({
  path: '/1.1/lists/ownerships.json',
  summary: 'The lists that a user owns, newest first, up to 1,000 a page.',
  window: { user: 15, app: 15 },
  read: ownedListIds,
})
