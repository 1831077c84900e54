/**
 * Renders direct messages in v1.1 (spec/direct-messages.md#message-object). message-fields.ts declares their fields.
 */
import type { Message } from '../../../domain/messages/record.ts'
import type { SourceApp } from '../../../domain/messages/source-apps.ts'
import type { WelcomeMessage } from '../../../domain/messages/welcome-messages.ts'
import type { WelcomeRule } from '../../../domain/messages/welcome-rules.ts'
import { APP_FIELDS, MESSAGE_FIELDS, WELCOME_MESSAGE_FIELDS, WELCOME_RULE_FIELDS } from './message-fields.ts'

/**
 * A message event. The event is the same for sender and recipient.
 * @param origin origin of this server in the request, such as `https://example.org`; media URLs begin with it
 */
export function messageObject(message: Message, origin: string): object {
  return MESSAGE_FIELDS.object({ message, origin })
}

/** @param origin origin of this server, as in {@link messageObject} */
export function welcomeMessageObject(message: WelcomeMessage, origin: string): object {
  return WELCOME_MESSAGE_FIELDS.object({ message, origin })
}

export function welcomeRuleObject(rule: WelcomeRule): object {
  return WELCOME_RULE_FIELDS.object(rule)
}

/** An entry of `apps`. */
export function appObject(app: SourceApp): object {
  return APP_FIELDS.object(app)
}

/** The field `apps` with the apps by id; left out if there are none. */
export function appsMember(apps: readonly SourceApp[]): { readonly apps?: Readonly<Record<string, object>> } {
  if (apps.length === 0) return {}
  return { apps: Object.fromEntries(apps.map((app) => [String(app.id), appObject(app)])) }
}
