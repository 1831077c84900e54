/**
 * GET 2/users/:id/owned_lists: the lists that a user owns, newest first
 * (spec/v2-users-and-lists.md#list-calls).
 */
import { ownedListIds } from '../../../domain/lists/pages.ts'
import { listPages } from '../../_v2/lists/list-pages.ts'

export const v2OwnedLists = listPages({
  path: '/2/users/:id/owned_lists',
  summary: 'The lists that a user owns, newest first.',
  window: { user: 15, app: 15 },
  read: ownedListIds,
})
