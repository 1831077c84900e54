/**
 * GET direct_messages/welcome_messages/rules/list: the welcome message rule of the user, as a list of at most
 * one element (spec/direct-messages.md#welcome-message-rules).
 */
import { findWelcomeRule } from '../../../../../domain/messages/welcome-rules.ts'
import { welcomeRuleObject } from '../../../../../formats/v1.1/messages/message.ts'
import { v11Endpoint } from '../../../_family.ts'
import { MESSAGE_ACCESS } from '../../../_messages.ts'
import { WELCOME_RULE_PAGE } from '../../../_schemas/message.ts'

export const welcomeRulesList = v11Endpoint({
  ...MESSAGE_ACCESS,
  paths: ['/1.1/direct_messages/welcome_messages/rules/list.json'],
  summary: 'The welcome message rule of the user, as a list of at most one element.',
  window: { user: 15, app: 0 },
  params: {},
  answers: [{ schema: WELCOME_RULE_PAGE }],
  async handle({ caller, services }) {
    const rule = await findWelcomeRule(services.store, caller.user.id)
    const rules = rule === undefined ? [] : [welcomeRuleObject(rule)]
    return { status: 200, body: JSON.stringify({ welcome_message_rules: rules }) }
  },
})
