/**
 * GET lists/members/show: the user, if the user is a member of the list (spec/v1-streams-and-lists.md#lists).
 */
import { isListMember } from '../../../../domain/lists/find-lists.ts'
import { userOfList } from '../_user-of-list.ts'

export const listsMembersShow = userOfList({
  path: '/1.1/lists/members/show.json',
  summary: 'The user, if the user is a member of the list.',
  missing: 'notListMember',
  has: isListMember,
})
