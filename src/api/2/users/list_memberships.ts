/**
 * GET 2/users/:id/list_memberships: the lists with a user as a member, the newest membership first
 * (spec/v2-users-and-lists.md#list-calls).
 */
import { membershipListIds } from '../../../domain/lists/pages.ts'
import { listPages } from '../../_v2/lists/list-pages.ts'

export const v2ListMemberships = listPages({
  path: '/2/users/:id/list_memberships',
  summary: 'The lists with a user as a member, the newest membership first.',
  window: { user: 75, app: 75 },
  read: membershipListIds,
})
