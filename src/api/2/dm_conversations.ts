/** POST 2/dm_conversations: creates a group conversation (spec/v2-messages-and-media.md#messages). */
import { createGroup } from '../../domain/messages/conversations/create-group.ts'
import { MAX_PARTICIPANTS } from '../../domain/messages/conversations/groups.ts'
import { defineEndpoint } from '../_endpoint.ts'
import { requireEnrolment } from '../_enrolment.ts'
import { problemEntry } from '../_problems.ts'
import { dataAnswer } from '../_v2/data-answer.ts'
import { type BodyPart, readBody } from '../_v2/json-body.ts'
import { DM_WRITES, SENDING } from '../_v2/messages/dm-access.ts'
import { NEW_GROUP, SENT_DM } from '../_v2/messages/dm-schemas.ts'
import { DRAFT_MEMBERS, readDraft } from '../_v2/messages/new-message.ts'
import { rethrowRefusal } from '../_v2/messages/refusals.ts'
import { ValidationErrors } from '../_v2/validation-errors.ts'

export const v2CreateGroup = defineEndpoint({
  ...DM_WRITES,
  method: 'POST',
  paths: ['/2/dm_conversations'],
  summary: 'Creates a group conversation with a first message.',
  window: SENDING,
  params: {},
  body: { kind: 'json', schema: NEW_GROUP },
  answers: [{ status: 201, schema: SENT_DM }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')],
  async handle({ caller, services, sent, json, charge }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown([])
    errors.throwIfAny()
    const group = readBody(json, ['conversation_type', 'participant_ids', 'message'], readGroup)
    await requireEnrolment(services, '2', caller.app.id)
    await charge()
    const created = await createGroup(services, {
      creatorId: caller.user.id,
      appId: caller.app.id,
      ...group,
    }).catch(rethrowRefusal)
    const data = { dm_conversation_id: String(created.groupId), dm_event_id: String(created.eventId) }
    return dataAnswer(data, 201)
  },
})

function readGroup(body: BodyPart) {
  body.requireOneOf(['participant_ids'])
  body.requireOneOf(['message'])
  if (body.text('conversation_type') !== 'Group') body.addError('conversation_type', 'is not one of [Group]')
  const message = body.part('message', DRAFT_MEMBERS)
  return {
    participantIds: body.ids('participant_ids', MAX_PARTICIPANTS),
    draft: message === undefined ? { text: undefined } : readDraft(message),
  }
}
