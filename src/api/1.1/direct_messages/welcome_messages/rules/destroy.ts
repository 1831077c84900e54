/**
 * DELETE direct_messages/welcome_messages/rules/destroy: deletes a welcome message rule
 * (spec/direct-messages.md#welcome-message-rules).
 */
import { deleteWelcomeRule } from '../../../../../domain/messages/welcome-rules.ts'
import { v11Endpoint } from '../../../_family.ts'
import { idParam, MESSAGE_ACCESS, NO_CONTENT_TEXT, requireParam } from '../../../_messages.ts'

export const welcomeRulesDestroy = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'DELETE',
  paths: ['/1.1/direct_messages/welcome_messages/rules/destroy.json'],
  summary: 'Deletes a welcome message rule; the welcome message stays.',
  window: { user: 15, app: 0 },
  params: idParam,
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ status: 204 }],
  async handle({ params, caller, services }) {
    await deleteWelcomeRule(services, { id: requireParam(params.id, 'id'), userId: caller.user.id })
    return NO_CONTENT_TEXT
  },
})
