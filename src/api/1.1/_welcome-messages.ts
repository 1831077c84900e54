/** Shared parts of the welcome message endpoints. */
import { findSourceApps } from '../../domain/messages/source-apps.ts'
import type { WelcomeMessage } from '../../domain/messages/welcome-messages.ts'
import type { WelcomeRule } from '../../domain/messages/welcome-rules.ts'
import { appsMember, welcomeMessageObject, welcomeRuleObject } from '../../formats/v1.1/messages/message.ts'
import type { Answer } from '../../http/endpoint.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import type { Services } from '../_services.ts'
import { originOf } from './_messages.ts'

/**
 * The response with a welcome message and the app that created it. The name of the message occurs twice, as
 * recorded.
 */
export async function welcomeAnswer(
  { store }: Services,
  message: WelcomeMessage,
  outer: RequestOrigin,
): Promise<Answer> {
  const apps = await findSourceApps(store, [message.appId])
  const body = {
    welcome_message: welcomeMessageObject(message, originOf(outer)),
    ...(message.name === null ? {} : { name: message.name }),
    ...appsMember(apps),
  }
  return { status: 200, body: JSON.stringify(body) }
}

export function ruleAnswer(rule: WelcomeRule): Answer {
  return { status: 200, body: JSON.stringify({ welcome_message_rule: welcomeRuleObject(rule) }) }
}
