/**
 * POST direct_messages/welcome_messages/rules/new: shows a welcome message to users that start a conversation
 * (spec/direct-messages.md#welcome-message-rules).
 */
import { createWelcomeRule } from '../../../../../domain/messages/welcome-rules.ts'
import { v11Endpoint } from '../../../_family.ts'
import { JsonPart } from '../../../_json-body.ts'
import { MESSAGE_ACCESS } from '../../../_messages.ts'
import { SENT_WELCOME_RULE, WELCOME_RULE_ANSWER } from '../../../_schemas/message.ts'
import { ruleAnswer } from '../../../_welcome-messages.ts'

export const welcomeRulesNew = v11Endpoint({
  ...MESSAGE_ACCESS,
  method: 'POST',
  paths: ['/1.1/direct_messages/welcome_messages/rules/new.json'],
  summary: 'Shows a welcome message to users that start a conversation; a user has at most one rule.',
  window: { user: 15, app: 0 },
  params: {},
  body: { kind: 'json', schema: SENT_WELCOME_RULE },
  errors: ['parameterMissing', 'bodyInvalid', 'pageDoesNotExist', 'welcomeRuleExists'],
  answers: [{ schema: WELCOME_RULE_ANSWER }],
  async handle({ json, caller, services }) {
    const sent = new JsonPart(json).at('welcome_message_rule').require()
    const welcomeMessageId = sent.at('welcome_message_id').id()
    return ruleAnswer(await createWelcomeRule(services, { userId: caller.user.id, welcomeMessageId }))
  },
})
