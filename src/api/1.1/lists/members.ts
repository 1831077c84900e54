/**
 * GET lists/members: the members of a list, newest first, up to 5,000 a page
 * (spec/v1-streams-and-lists.md#lists).
 */
import { listMemberIds } from '../../../domain/lists/pages.ts'
import { usersOfList } from './_users-of-list.ts'

export const listsMembers = usersOfList({
  path: '/1.1/lists/members.json',
  summary: 'The members of a list, newest first, up to 5,000 a page.',
  window: { user: 900, app: 75 },
  read: listMemberIds,
})
