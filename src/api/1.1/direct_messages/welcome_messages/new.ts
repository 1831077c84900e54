/**
 * POST direct_messages/welcome_messages/new: creates a welcome message
 * (spec/direct-messages.md#welcome-messages).
 */
import { createWelcomeMessage } from '../../../../domain/messages/welcome-messages.ts'
import { v11Endpoint } from '../../_family.ts'
import { JsonPart } from '../../_json-body.ts'
import { draftIn, draftRefused } from '../../_message-body.ts'
import { MESSAGE_ACCESS } from '../../_messages.ts'
import { SENT_WELCOME_MESSAGE, WELCOME_MESSAGE_ANSWER } from '../../_schemas/message.ts'
import { welcomeAnswer } from '../../_welcome-messages.ts'

export const welcomeMessagesNew = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'POST',
  paths: ['/1.1/direct_messages/welcome_messages/new.json'],
  summary: 'Creates a welcome message.',
  window: { user: 15, app: 0 },
  params: {},
  body: { kind: 'json', schema: SENT_WELCOME_MESSAGE },
  errors: ['coordinatesInvalid', 'parameterMissing', 'bodyInvalid', 'messageTooLong'],
  answers: [{ schema: WELCOME_MESSAGE_ANSWER }],
  async handle({ json, caller, services, outer }) {
    const sent = new JsonPart(json).at('welcome_message').require()
    const message = await createWelcomeMessage(services, {
      userId: caller.user.id,
      appId: caller.app.id,
      name: sent.at('name').optionalText(),
      draft: draftIn(sent.at('message_data')),
    }).catch(draftRefused('welcome_message.message_data'))
    return welcomeAnswer(services, message, outer)
  },
})
