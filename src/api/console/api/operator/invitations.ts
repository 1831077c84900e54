/** /console/api/operator/invitations: links with which new users sign up (spec/console.md#sign-ups). */
import { Type } from 'typebox'
import {
  createInvitation,
  listInvitations,
  MAX_INVITATION_DAYS,
  revokeInvitation,
} from '../../../../domain/accounts/sign-up/invitations.ts'
import { count, optionalId, optionalText } from '../../../../http/params.ts'
import { pageOf } from '../../../../lib/pages.ts'
import { idIn } from '../../../1.1/_id.ts'
import { consoleBody } from '../../_body.ts'
import { streamBase } from '../../_compliance/stream-base.ts'
import { DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { DESK_INVITATION, deskInvitation, SIGN_UP_RULE } from '../../_operator/sign-ups.ts'
import { ConsoleProblem } from '../../_problems.ts'

const PATH = '/console/api/operator/invitations'
const DAY_MS = 86_400_000

export const listDeskInvitations = operatorEndpoint({
  paths: [PATH],
  summary: 'Invitations, newest first, including used and expired invitations.',
  params: {
    after: optionalId(
      'Id of the last invitation of the previous page. The requested page has older entries.',
    ),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        invitations: Type.Array(DESK_INVITATION),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
        sign_up: SIGN_UP_RULE,
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params: { after, count } }) {
    const found = await listInvitations(services.store, { count: count + 1, before: after })
    const { items, next } = pageOf(found, count, ({ id }) => id)
    return jsonAnswer({ invitations: items.map(deskInvitation), next, sign_up: services.signUp })
  },
})

const BODY = consoleBody(
  Type.Object({
    note: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Shown in the list, such as the name of the invited person.',
      }),
    ),
    days: Type.Integer({
      minimum: 1,
      maximum: MAX_INVITATION_DAYS,
      description: 'Days until the invitation expires.',
    }),
  }),
)

export const addDeskInvitation = operatorEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Makes a link with which one user can sign up. The link is shown once.',
  params: {},
  body: BODY.spec,
  answers: [
    {
      status: 201,
      schema: Type.Object({ invitation: DESK_INVITATION, url: Type.String({ description: 'The link.' }) }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, caller, outer, json }) {
    const { note = '', days } = BODY.read(json)
    const input = { note: note.trim(), actor: caller.email, lifetime: days * DAY_MS }
    const { invitation, token } = await createInvitation(services, input)
    const url = `${streamBase(services.pageAddress, outer)}/signup?invitation=${token}`
    return jsonAnswer({ invitation: deskInvitation(invitation), url }, { status: 201 })
  },
})

export const deleteDeskInvitation = operatorEndpoint({
  method: 'DELETE',
  paths: [`${PATH}/:invitation_id`],
  summary: 'Revokes an invitation that was not used.',
  params: { invitation_id: optionalText('The id of an invitation.') },
  answers: [DONE],
  errors: ['invitation-invalid'],
  async handle({ services, params }) {
    const id = idIn(params.invitation_id ?? '')
    if (id === undefined) throw new ConsoleProblem('invitation-invalid')
    await revokeInvitation(services, id)
    return doneAnswer()
  },
})
