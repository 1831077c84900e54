/**
 * GET direct_messages/welcome_messages/show: one welcome message of the user
 * (spec/direct-messages.md#welcome-messages).
 */
import { findWelcomeMessage } from '../../../../domain/messages/welcome-messages.ts'
import { V11Error } from '../../_errors.ts'
import { v11Endpoint } from '../../_family.ts'
import { idParam, MESSAGE_ACCESS, requireParam } from '../../_messages.ts'
import { WELCOME_MESSAGE_ANSWER } from '../../_schemas/message.ts'
import { welcomeAnswer } from '../../_welcome-messages.ts'

export const welcomeMessagesShow = v11Endpoint({
  ...MESSAGE_ACCESS,
  paths: ['/1.1/direct_messages/welcome_messages/show.json'],
  summary: 'One welcome message of the user.',
  window: { user: 15, app: 0 },
  params: idParam,
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ schema: WELCOME_MESSAGE_ANSWER }],
  async handle({ params, caller, services, outer }) {
    const id = requireParam(params.id, 'id')
    const message = await findWelcomeMessage(services.store, { id, userId: caller.user.id })
    if (message === undefined) throw new V11Error('pageDoesNotExist')
    return welcomeAnswer(services, message, outer)
  },
})
