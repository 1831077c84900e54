/**
 * Declares the fields of direct messages, welcome messages and apps (spec/direct-messages.md#message-object), in the
 * order of recorded responses.
 */
import { Type } from 'typebox'
import { type Message, sentAtOf } from '../../../domain/messages/record.ts'
import type { SourceApp } from '../../../domain/messages/source-apps.ts'
import type { WelcomeMessage } from '../../../domain/messages/welcome-messages.ts'
import type { WelcomeRule } from '../../../domain/messages/welcome-rules.ts'
import { type ObjectField, ObjectTable } from '../../fields/object-table.ts'
import { idText } from '../scalars.ts'
import { MESSAGE_DATA, MESSAGE_DATA_FIELDS } from './message-data-fields.ts'

/** A message, and the origin of this server in the request, such as `https://example.org`. */
export interface MessageInput {
  readonly message: Message
  readonly origin: string
}

/** A welcome message, and the origin of this server as in {@link MessageInput}. */
export interface WelcomeInput {
  readonly message: WelcomeMessage
  readonly origin: string
}

/**
 * App id of messages whose app is unknown. This includes all imported messages, because archives do not contain the
 * app.
 */
const NO_APP = '0'

const TIMESTAMP = Type.String({ pattern: '^[0-9]+$', description: 'Milliseconds since the Unix epoch.' })

function timestamp<Input>(sentOf: (input: Input) => Pick<Message, 'id' | 'sentAt'>): ObjectField<Input> {
  return {
    name: 'created_timestamp',
    schema: TIMESTAMP,
    value: (input) => String(sentAtOf(sentOf(input))),
  }
}

/** Schema of a field that responses show as stored. */
const INITIATED_VIA = Type.Object({
  tweet_id: Type.Optional(idText('The post with the invitation to write.')),
  welcome_message_id: Type.Optional(idText('The welcome message that was shown.')),
})

const MESSAGE_CREATE_FIELDS = new ObjectTable<MessageInput>([
  {
    name: 'target',
    schema: Type.Object({ recipient_id: idText('Who receives it.') }),
    value: ({ message }) => ({ recipient_id: String(message.recipientId) }),
  },
  { name: 'sender_id', schema: idText('Who sent it.'), value: ({ message }) => String(message.senderId) },
  {
    name: 'source_app_id',
    schema: idText('The app that sent the message; `0` when the app is unknown, as for imported messages.'),
    value: ({ message: { appId } }) => (appId === null ? NO_APP : String(appId)),
  },
  {
    name: 'custom_profile_id',
    schema: Type.Optional(idText('As it was sent.')),
    value: ({ message: { content } }) => content.custom_profile_id,
  },
  {
    name: 'message_data',
    schema: MESSAGE_DATA,
    value: ({ message: { content }, origin }) => MESSAGE_DATA_FIELDS.object({ content, origin }),
  },
])

export const MESSAGE_FIELDS = new ObjectTable<MessageInput>([
  { name: 'type', schema: Type.Literal('message_create'), value: () => 'message_create' },
  { name: 'id', schema: idText('The message.'), value: ({ message }) => String(message.id) },
  timestamp(({ message }) => message),
  {
    name: 'initiated_via',
    schema: Type.Optional(INITIATED_VIA),
    value: ({ message: { content } }) => content.initiated_via,
  },
  {
    name: 'message_create',
    schema: Type.Object(MESSAGE_CREATE_FIELDS.schema()),
    value: (input) => MESSAGE_CREATE_FIELDS.object(input),
  },
])

export const WELCOME_MESSAGE_FIELDS = new ObjectTable<WelcomeInput>([
  { name: 'id', schema: idText('The welcome message.'), value: ({ message }) => String(message.id) },
  timestamp(({ message }) => message),
  {
    name: 'message_data',
    schema: MESSAGE_DATA,
    value: ({ message: { content }, origin }) => MESSAGE_DATA_FIELDS.object({ content, origin }),
  },
  {
    name: 'source_app_id',
    schema: idText('The app that made it.'),
    value: ({ message }) => String(message.appId),
  },
  { name: 'name', schema: Type.Optional(Type.String()), value: ({ message }) => message.name ?? undefined },
])

export const WELCOME_RULE_FIELDS = new ObjectTable<WelcomeRule>([
  { name: 'id', schema: idText('The rule.'), value: (rule) => String(rule.id) },
  timestamp((rule) => rule),
  {
    name: 'welcome_message_id',
    schema: idText('The message that is shown to a user who begins to write.'),
    value: ({ welcomeMessageId }) => String(welcomeMessageId),
  },
])

/** An entry of `apps`. The URL of an app is always empty. */
export const APP_FIELDS = new ObjectTable<SourceApp>([
  { name: 'id', schema: idText('The app.'), value: (app) => String(app.id) },
  { name: 'name', schema: Type.String(), value: ({ name }) => name },
  { name: 'url', schema: Type.String(), value: () => '' },
])
