/**
 * PUT direct_messages/welcome_messages/update: replaces the content of a welcome message
 * (spec/direct-messages.md#welcome-messages).
 */
import { updateWelcomeMessage } from '../../../../domain/messages/welcome-messages.ts'
import { v11Endpoint } from '../../_family.ts'
import { JsonPart } from '../../_json-body.ts'
import { draftIn, draftRefused } from '../../_message-body.ts'
import { idParam, MESSAGE_ACCESS, requireParam } from '../../_messages.ts'
import { SENT_WELCOME_CHANGE, WELCOME_MESSAGE_ANSWER } from '../../_schemas/message.ts'
import { welcomeAnswer } from '../../_welcome-messages.ts'

export const welcomeMessagesUpdate = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'PUT',
  paths: ['/1.1/direct_messages/welcome_messages/update.json'],
  summary: 'Replaces the content of a welcome message.',
  window: { user: 15, app: 0 },
  params: idParam,
  body: { kind: 'json', schema: SENT_WELCOME_CHANGE },
  errors: [
    'coordinatesInvalid',
    'parameterMissing',
    'parameterMissing:id',
    'parameterInvalid',
    'bodyInvalid',
    'pageDoesNotExist',
    'messageTooLong',
  ],
  answers: [{ schema: WELCOME_MESSAGE_ANSWER }],
  async handle({ params, json, caller, services, outer }) {
    const message = await updateWelcomeMessage(services, {
      id: requireParam(params.id, 'id'),
      userId: caller.user.id,
      draft: draftIn(new JsonPart(json).at('message_data')),
    }).catch(draftRefused('message_data'))
    return welcomeAnswer(services, message, outer)
  },
})
