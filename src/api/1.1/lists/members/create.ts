/** POST lists/members/create: adds a user to a list of the caller (spec/v1-streams-and-lists.md#lists). */
import { addListMembers } from '../../../../domain/lists/change-members.ts'
import { changeMember } from '../_change-members.ts'

export const listsMembersCreate = changeMember({
  path: '/1.1/lists/members/create.json',
  summary: 'Adds a user to a list of the caller.',
  notOwn: 'listNotOwn',
  errors: ['listMembersTooMany', 'listMemberBlocksOwner'],
  run: (context, input) => addListMembers(context, { ...input, skips: false }),
})
