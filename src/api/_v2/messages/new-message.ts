/** Declares the calls that send direct messages (spec/v2-messages-and-media.md#messages). */
import {
  type Conversation,
  pairConversationId,
} from '../../../domain/messages/conversations/conversation-id.ts'
import { sendToGroup } from '../../../domain/messages/conversations/send-to-group.ts'
import type { Draft } from '../../../domain/messages/draft.ts'
import { sendMessage } from '../../../domain/messages/send.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { dataAnswer } from '../data-answer.ts'
import { type BodyPart, readBody } from '../json-body.ts'
import { ValidationErrors } from '../validation-errors.ts'
import { DM_WRITES, SENDING } from './dm-access.ts'
import { NEW_DM, SENT_DM } from './dm-schemas.ts'
import { notAMember } from './membership.ts'
import type { PathConversation } from './path-conversations.ts'
import { rethrowRefusal } from './refusals.ts'

export const DRAFT_MEMBERS = ['text', 'attachments'] as const

/** Reads the members of a message. Adds errors to those of the body. */
export function readDraft(body: BodyPart): Draft {
  body.requireOneOf(DRAFT_MEMBERS)
  const [attachment] = body.parts('attachments', ['media_id'], 1)
  return { text: body.text('text'), mediaId: attachment?.requiredId('media_id') }
}

export function sendsMessages(path: string, summary: string, conversation: PathConversation): ApiEndpoint {
  const params = { [conversation.name]: conversation.param }
  return defineEndpoint({
    ...DM_WRITES,
    method: 'POST',
    paths: [path],
    summary,
    window: SENDING,
    params,
    body: { kind: 'json', schema: NEW_DM },
    answers: [{ status: 201, schema: SENT_DM }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')],
    async handle({ caller, services, sent, json, charge }) {
      const senderId = caller.user.id
      const errors = new ValidationErrors(sent)
      errors.addUnknown([conversation.name], conversation.name)
      const named = conversation.read(errors, senderId)
      errors.throwIfAny()
      const draft = readBody(json, DRAFT_MEMBERS, readDraft)
      await requireEnrolment(services, '2', caller.app.id)
      await charge()
      const message = { senderId, appId: caller.app.id, draft }
      return dataAnswer(await send(services, named, message).catch(rethrowRefusal), 201)
    },
  })
}

interface NewMessage {
  readonly senderId: bigint
  readonly appId: bigint
  readonly draft: Draft
}

async function send(
  services: Parameters<typeof sendMessage>[0],
  to: Conversation | undefined,
  message: NewMessage,
) {
  if (to === undefined) throw notAMember()
  if (to.kind === 'group') {
    const eventId = await sendToGroup(services, { ...message, groupId: to.groupId })
    return { dm_conversation_id: String(to.groupId), dm_event_id: String(eventId) }
  }
  const { id } = await sendMessage(services, { ...message, recipientId: to.otherId })
  return { dm_conversation_id: pairConversationId(message.senderId, to.otherId), dm_event_id: String(id) }
}
