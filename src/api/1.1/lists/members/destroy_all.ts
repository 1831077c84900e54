/**
 * POST lists/members/destroy_all: removes up to 100 users from a list of the caller
 * (spec/v1-streams-and-lists.md#lists).
 */
import { removeListMembers } from '../../../../domain/lists/change-members.ts'
import { changeMembers } from '../_change-members.ts'

export const listsMembersDestroyAll = changeMembers({
  path: '/1.1/lists/members/destroy_all.json',
  summary: 'Removes up to 100 users from a list of the caller.',
  notOwn: 'credentialsDoNotAllow',
  errors: [],
  run: removeListMembers,
})
