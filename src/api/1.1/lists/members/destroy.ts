/**
 * POST lists/members/destroy: removes a user from a list of the caller (spec/v1-streams-and-lists.md#lists).
 */
import { removeListMembers } from '../../../../domain/lists/change-members.ts'
import { changeMember } from '../_change-members.ts'

export const listsMembersDestroy = changeMember({
  path: '/1.1/lists/members/destroy.json',
  summary: 'Removes a user from a list of the caller.',
  notOwn: 'credentialsDoNotAllow',
  errors: [],
  run: removeListMembers,
})
