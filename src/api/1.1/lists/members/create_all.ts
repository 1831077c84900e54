/**
 * POST lists/members/create_all: adds up to 100 users to a list of the caller
 * (spec/v1-streams-and-lists.md#lists).
 */
import { addListMembers } from '../../../../domain/lists/change-members.ts'
import { changeMembers } from '../_change-members.ts'

export const listsMembersCreateAll = changeMembers({
  path: '/1.1/lists/members/create_all.json',
  summary: 'Adds up to 100 users to a list of the caller; users who cannot be added are left out.',
  notOwn: 'listNotOwn',
  errors: ['listMembersTooMany'],
  run: (context, input) => addListMembers(context, { ...input, skips: true }),
})
