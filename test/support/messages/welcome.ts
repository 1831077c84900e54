/** Creates welcome messages and their rules over HTTP, for tests of their endpoints. */
import { MESSAGES, type MessageStage, type Writer } from './stage.ts'

export const WELCOME = `${MESSAGES}/welcome_messages`

export interface SeenWelcome {
  readonly id: string
  readonly created_timestamp: string
  readonly source_app_id: string
  readonly name?: string
  readonly message_data: Readonly<Record<string, unknown>> & { readonly text: string }
}

export interface SeenRule {
  readonly id: string
  readonly created_timestamp: string
  readonly welcome_message_id: string
}

/** Creates a welcome message. @param more fields in addition to the text */
export async function welcomed(
  stage: MessageStage,
  of: Writer,
  text = 'Welcome',
  more: object = {},
): Promise<SeenWelcome> {
  const body = { welcome_message: { message_data: { text }, ...more } }
  const { text: answer } = await stage.ask('POST', `${WELCOME}/new.json`, of.as, body)
  return (JSON.parse(answer) as { welcome_message: SeenWelcome }).welcome_message
}

/** Creates a rule for a welcome message. */
export async function ruled(stage: MessageStage, of: Writer, id: string): Promise<SeenRule> {
  const body = { welcome_message_rule: { welcome_message_id: id } }
  const { text } = await stage.ask('POST', `${WELCOME}/rules/new.json`, of.as, body)
  return (JSON.parse(text) as { welcome_message_rule: SeenRule }).welcome_message_rule
}
