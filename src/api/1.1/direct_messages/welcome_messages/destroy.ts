/** DELETE direct_messages/welcome_messages/destroy (spec/direct-messages.md#welcome-messages). */
import { deleteWelcomeMessage } from '../../../../domain/messages/welcome-messages.ts'
import { v11Endpoint } from '../../_family.ts'
import { idParam, NOTHING, OF_MESSAGES, required } from '../../_messages.ts'

export const welcomeMessagesDestroy = v11Endpoint({
  ...OF_MESSAGES,
  method: 'DELETE',
  paths: ['/1.1/direct_messages/welcome_messages/destroy.json'],
  summary: 'Deletes a welcome message, and the rule that shows it.',
  window: { user: 15, app: 0 },
  params: idParam,
  errors: ['parameterMissing', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    await deleteWelcomeMessage(services, { id: required(params.id, 'id'), userId: caller.user.id })
    return NOTHING
  },
})
