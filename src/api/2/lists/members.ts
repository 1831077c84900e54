/** GET and POST 2/lists/:id/members, DELETE 2/lists/:id/members/:user_id (spec/v2-users-and-lists.md#list-calls). */
import { addListMembers, removeListMembers } from '../../../domain/lists/change-members.ts'
import { listMemberIds } from '../../../domain/lists/pages.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { readBody } from '../../_v2/json-body.ts'
import { listCommand } from '../../_v2/lists/list-commands.ts'
import { listOwner } from '../../_v2/lists/list-owner.ts'
import { listStateAnswer, NEW_LIST_MEMBER } from '../../_v2/lists/list-schemas.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'
import { keyParam } from '../../_v2/parameters.ts'
import { ID_PATTERN, ValidationErrors } from '../../_v2/validation-errors.ts'

const ERRORS = [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')]
const ANSWERS = [{ schema: listStateAnswer('V2ListMembership', 'is_member') }]

export const v2ListMembers = userPages({
  path: '/2/lists/:id/members',
  summary: 'The members of a list, newest first.',
  scopes: ['list.read'],
  window: { user: 900, app: 900 },
  size: { min: 1, max: 100, default: 100 },
  owner: listOwner,
  read: listMemberIds,
})

export const v2ListMemberAdd = defineEndpoint({
  method: 'POST',
  paths: ['/2/lists/:id/members'],
  summary: 'Adds a user to a list of the user.',
  auth: ['user'],
  scopes: ['list.write'],
  writes: true,
  window: { user: 300, app: 0 },
  params: { id: keyParam('id') },
  body: { kind: 'json', schema: NEW_LIST_MEMBER },
  answers: ANSWERS,
  errors: ERRORS,
  async handle({ caller, services, sent, json }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(['id'], 'id')
    const value = errors.one('id', ID_PATTERN)
    errors.throwIfAny()
    const memberId = readBody(json, ['user_id'], (part) => part.requiredId('user_id'))
    await requireEnrolment(services, '2', caller.app.id)
    return listCommand({
      value,
      action: 'add members to',
      async run(listId) {
        const change = { userId: caller.user.id, listId, memberIds: [memberId], skips: false }
        await addListMembers(services, change)
        return { is_member: true }
      },
    })
  },
})

export const v2ListMemberRemove = defineEndpoint({
  method: 'DELETE',
  paths: ['/2/lists/:id/members/:user_id'],
  summary: 'Removes a user from a list of the user.',
  auth: ['user'],
  scopes: ['list.write'],
  writes: true,
  window: { user: 300, app: 0 },
  params: { id: keyParam('id'), user_id: keyParam('id') },
  answers: ANSWERS,
  errors: ERRORS,
  async handle({ caller, services, sent }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(['id', 'user_id'], 'id', 'user_id')
    const value = errors.one('id', ID_PATTERN)
    const member = errors.one('user_id', ID_PATTERN)
    errors.throwIfAny()
    const memberId = BigInt(member)
    await requireEnrolment(services, '2', caller.app.id)
    return listCommand({
      value,
      action: 'delete members from',
      async run(listId) {
        const memberIds = memberId > LARGEST_ID ? [] : [memberId]
        await removeListMembers(services, { userId: caller.user.id, listId, memberIds })
        return { is_member: false }
      },
    })
  },
})
