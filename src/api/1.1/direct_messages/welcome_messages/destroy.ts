/**
 * DELETE direct_messages/welcome_messages/destroy: deletes a welcome message, and the rule that shows it
 * (spec/direct-messages.md#welcome-messages).
 */
import { deleteWelcomeMessage } from '../../../../domain/messages/welcome-messages.ts'
import { v11Endpoint } from '../../_family.ts'
import { idParam, MESSAGE_ACCESS, NO_CONTENT_TEXT, requireParam } from '../../_messages.ts'

export const welcomeMessagesDestroy = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'DELETE',
  paths: ['/1.1/direct_messages/welcome_messages/destroy.json'],
  summary: 'Deletes a welcome message, and the rule that shows it.',
  window: { user: 15, app: 0 },
  params: idParam,
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    await deleteWelcomeMessage(services, { id: requireParam(params.id, 'id'), userId: caller.user.id })
    return NO_CONTENT_TEXT
  },
})
