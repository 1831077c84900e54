/**
 * GET direct_messages/welcome_messages/rules/show: a welcome message rule of the user, by its id
 * (spec/direct-messages.md#welcome-message-rules).
 */
import { findWelcomeRule } from '../../../../../domain/messages/welcome-rules.ts'
import { V11Error } from '../../../_errors.ts'
import { v11Endpoint } from '../../../_family.ts'
import { idParam, MESSAGE_ACCESS, requireParam } from '../../../_messages.ts'
import { WELCOME_RULE_ANSWER } from '../../../_schemas/message.ts'
import { ruleAnswer } from '../../../_welcome-messages.ts'

export const welcomeRulesShow = v11Endpoint({
  ...MESSAGE_ACCESS,
  paths: ['/1.1/direct_messages/welcome_messages/rules/show.json'],
  summary: 'A welcome message rule of the user, by its id.',
  window: { user: 15, app: 0 },
  params: idParam,
  errors: ['parameterMissing:id', 'parameterInvalid', 'pageDoesNotExist'],
  answers: [{ schema: WELCOME_RULE_ANSWER }],
  async handle({ params, caller, services }) {
    const id = requireParam(params.id, 'id')
    const rule = await findWelcomeRule(services.store, caller.user.id)
    if (rule?.id !== id) throw new V11Error('pageDoesNotExist')
    return ruleAnswer(rule)
  },
})
