/**
 * GET 2/lists/:id/followers: the users who follow a list, newest first
 * (spec/v2-users-and-lists.md#list-calls).
 */
import { listFollowerIds } from '../../../domain/lists/pages.ts'
import { listOwner } from '../../_v2/lists/list-owner.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'

export const v2ListFollowers = userPages({
  path: '/2/lists/:id/followers',
  summary: 'The users who follow a list, newest first.',
  scopes: ['list.read'],
  window: { user: 180, app: 180 },
  size: { min: 1, max: 100, default: 100 },
  owner: listOwner,
  read: listFollowerIds,
})
