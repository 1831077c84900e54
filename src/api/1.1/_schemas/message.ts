/** Direct messages, for the API document; `formats/v1.1/messages/message-fields.ts` declares them, `_message-body.ts` reads them. */
import { type TSchema, Type } from 'typebox'
import { CTA, LOCATION, QUICK_REPLY_RESPONSE } from '../../../formats/v1.1/messages/message-data-fields.ts'
import {
  APP_FIELDS,
  MESSAGE_FIELDS,
  WELCOME_MESSAGE_FIELDS,
  WELCOME_RULE_FIELDS,
} from '../../../formats/v1.1/messages/message-fields.ts'
import { id, idText } from '../../../formats/v1.1/scalars.ts'

const text = Type.String()

/** The limits apply to sent messages; imported messages may be longer. */
const SENT_QUICK_REPLY = Type.Object({
  type: Type.Literal('options'),
  options: Type.Array(
    Type.Object({
      label: Type.String({ maxLength: 36 }),
      description: Type.Optional(
        Type.String({ maxLength: 72, description: 'Set on all options or on none.' }),
      ),
      metadata: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    { minItems: 1, maxItems: 20 },
  ),
})

const MESSAGE_EVENT = Type.Object(MESSAGE_FIELDS.schema(), { title: 'MessageEvent' })

const APPS = Type.Record(Type.String(), Type.Object(APP_FIELDS.schema()), {
  description: 'The apps that the messages refer to, by id.',
})

const NEXT_CURSOR = Type.Optional(
  Type.String({
    description: 'Cursor of the next page; absent on the last page.',
    examples: ['MTE0MjA5ODA3OTUyNjYwMDcwOA'],
  }),
)

export const MESSAGE_ANSWER = Type.Object(
  { event: MESSAGE_EVENT, apps: Type.Optional(APPS) },
  { title: 'MessageAnswer' },
)

/** The response to a sent message. It has no member `apps`, because the calling app has sent the message. */
export const SENT_ANSWER = Type.Object({ event: MESSAGE_EVENT }, { title: 'SentMessageAnswer' })

export const MESSAGE_PAGE = Type.Object(
  { events: Type.Array(MESSAGE_EVENT), apps: Type.Optional(APPS), next_cursor: NEXT_CURSOR },
  { title: 'MessagePage' },
)

const WELCOME_MESSAGE = Type.Object(WELCOME_MESSAGE_FIELDS.schema(), { title: 'WelcomeMessage' })

export const WELCOME_MESSAGE_ANSWER = Type.Object(
  { welcome_message: WELCOME_MESSAGE, name: Type.Optional(text), apps: Type.Optional(APPS) },
  { title: 'WelcomeMessageAnswer' },
)

export const WELCOME_MESSAGE_PAGE = Type.Object(
  { welcome_messages: Type.Array(WELCOME_MESSAGE), apps: Type.Optional(APPS), next_cursor: NEXT_CURSOR },
  { title: 'WelcomeMessagePage' },
)

const WELCOME_RULE = Type.Object(WELCOME_RULE_FIELDS.schema(), { title: 'WelcomeMessageRule' })

export const WELCOME_RULE_ANSWER = Type.Object(
  { welcome_message_rule: WELCOME_RULE },
  { title: 'WelcomeMessageRuleAnswer' },
)

export const WELCOME_RULE_PAGE = Type.Object(
  { welcome_message_rules: Type.Array(WELCOME_RULE) },
  { title: 'WelcomeMessageRulePage' },
)

/** Ids in requests, which may also be numbers. */
const SENT_ID: TSchema = Type.Union([idText('An id.'), id('An id.')])

const SENT_DATA = Type.Object(
  {
    text: Type.Optional(
      Type.String({ description: 'Up to 10,000 characters; optional with an attachment.' }),
    ),
    quick_reply: Type.Optional(SENT_QUICK_REPLY),
    quick_reply_response: Type.Optional(QUICK_REPLY_RESPONSE),
    attachment: Type.Optional(
      Type.Object({
        type: Type.Union([Type.Literal('media'), Type.Literal('location')]),
        media: Type.Optional(Type.Object({ id: SENT_ID })),
        location: Type.Optional(LOCATION),
      }),
    ),
    ctas: Type.Optional(
      Type.Array(Type.Object({ ...CTA, label: Type.String({ maxLength: 36 }) }), {
        minItems: 1,
        maxItems: 3,
      }),
    ),
  },
  { title: 'SentMessageData' },
)

export const SENT_MESSAGE = Type.Object(
  {
    event: Type.Object({
      type: Type.Literal('message_create'),
      initiated_via: Type.Optional(
        Type.Object({
          tweet_id: Type.Optional(SENT_ID),
          welcome_message_id: Type.Optional(SENT_ID),
        }),
      ),
      message_create: Type.Object({
        target: Type.Object({ recipient_id: SENT_ID }),
        custom_profile_id: Type.Optional(SENT_ID),
        message_data: SENT_DATA,
      }),
    }),
  },
  { title: 'SentMessage' },
)

export const SENT_WELCOME_MESSAGE = Type.Object(
  { welcome_message: Type.Object({ name: Type.Optional(text), message_data: SENT_DATA }) },
  { title: 'SentWelcomeMessage' },
)

export const SENT_WELCOME_CHANGE = Type.Object(
  { message_data: SENT_DATA },
  { title: 'SentWelcomeMessageChange' },
)

export const SENT_WELCOME_RULE = Type.Object(
  { welcome_message_rule: Type.Object({ welcome_message_id: SENT_ID }) },
  { title: 'SentWelcomeMessageRule' },
)
