/** Direct messages, for the API document; `formats/v1.1/message.ts` makes them, `_message-body.ts` reads them. */
import { type TSchema, Type } from 'typebox'
import { id, idText } from '../../../formats/v1.1/scalars.ts'

const text = Type.String()

const INDICES = Type.Array(Type.Integer({ minimum: 0 }), {
  minItems: 2,
  maxItems: 2,
  description: 'Where it stands, in code points of the escaped text.',
})

const TAGS = Type.Array(Type.Object({ text, indices: INDICES }))

const ENTITIES = Type.Object({
  hashtags: TAGS,
  symbols: TAGS,
  user_mentions: Type.Array(
    Type.Object({
      screen_name: text,
      name: text,
      id: id('The user.'),
      id_str: idText('The user. As text.'),
      indices: INDICES,
    }),
  ),
  urls: Type.Array(Type.Object({ url: text, expanded_url: text, display_url: text, indices: INDICES })),
})

/** Bounds hold for messages that are sent; imported ones may be longer. */
const SENT_QUICK_REPLY = Type.Object({
  type: Type.Literal('options'),
  options: Type.Array(
    Type.Object({
      label: Type.String({ maxLength: 36 }),
      description: Type.Optional(
        Type.String({ maxLength: 72, description: 'All options have one, or none.' }),
      ),
      metadata: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    { minItems: 1, maxItems: 20 },
  ),
})

const QUICK_REPLY = Type.Object({
  type: Type.Literal('options'),
  options: Type.Array(
    Type.Object({ label: text, description: Type.Optional(text), metadata: Type.Optional(text) }),
  ),
})

const QUICK_REPLY_RESPONSE = Type.Object({
  type: Type.Literal('options'),
  metadata: Type.Optional(Type.String({ description: 'Of the option that was chosen.' })),
})

const CTA = { type: Type.Literal('web_url'), label: text, url: text }

const LOCATION = Type.Object({
  type: Type.Union([Type.Literal('shared_coordinate'), Type.Literal('shared_place')]),
  shared_coordinate: Type.Optional(
    Type.Object({
      coordinates: Type.Object({
        type: Type.Literal('Point'),
        coordinates: Type.Array(Type.Number(), {
          minItems: 2,
          maxItems: 2,
          description: 'Longitude, latitude.',
        }),
      }),
    }),
  ),
  shared_place: Type.Optional(Type.Object({ place: Type.Object({ id: text }) })),
})

const SIZE = Type.Object({ w: Type.Integer(), h: Type.Integer(), resize: text })

const MEDIA = Type.Object({
  id: id('The media.'),
  id_str: idText('The media. As text.'),
  indices: INDICES,
  media_url: Type.String({ description: 'To be fetched with the signature of one of the two.' }),
  media_url_https: text,
  url: text,
  display_url: text,
  expanded_url: text,
  type: Type.Union([Type.Literal('photo'), Type.Literal('video'), Type.Literal('animated_gif')]),
  sizes: Type.Record(Type.String(), SIZE),
  video_info: Type.Optional(
    Type.Object({
      aspect_ratio: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
      duration_millis: Type.Optional(Type.Integer()),
      variants: Type.Array(
        Type.Object({ bitrate: Type.Optional(Type.Integer()), content_type: text, url: text }),
      ),
    }),
  ),
})

const MESSAGE_DATA = Type.Object(
  {
    text: Type.String({ description: 'With short links in place of URLs, escaped.' }),
    entities: ENTITIES,
    quick_reply: Type.Optional(QUICK_REPLY),
    quick_reply_response: Type.Optional(QUICK_REPLY_RESPONSE),
    attachment: Type.Optional(
      Type.Union([
        Type.Object({ type: Type.Literal('media'), media: MEDIA }),
        Type.Object({ type: Type.Literal('location'), location: LOCATION }),
      ]),
    ),
    ctas: Type.Optional(Type.Array(Type.Object({ ...CTA, tco_url: text }))),
  },
  { title: 'MessageData' },
)

const TIMESTAMP = Type.String({ pattern: '^[0-9]+$', description: 'Milliseconds since the Unix epoch.' })

export const MESSAGE_EVENT = Type.Object(
  {
    type: Type.Literal('message_create'),
    id: idText('The message.'),
    created_timestamp: TIMESTAMP,
    initiated_via: Type.Optional(
      Type.Object({
        tweet_id: Type.Optional(idText('The post with the invitation to write.')),
        welcome_message_id: Type.Optional(idText('The welcome message that was shown.')),
      }),
    ),
    message_create: Type.Object({
      target: Type.Object({ recipient_id: idText('Who receives it.') }),
      sender_id: idText('Who sent it.'),
      source_app_id: idText('The app that sent it; `0` when it is not known, as of imported messages.'),
      custom_profile_id: Type.Optional(idText('As it was sent.')),
      message_data: MESSAGE_DATA,
    }),
  },
  { title: 'MessageEvent' },
)

const APPS = Type.Record(Type.String(), Type.Object({ id: idText('The app.'), name: text, url: text }), {
  description: 'The apps that are named, by id.',
})

const NEXT_CURSOR = Type.Optional(
  Type.String({
    description: 'The next page; not there after the last.',
    examples: ['MTE0MjA5ODA3OTUyNjYwMDcwOA'],
  }),
)

export const MESSAGE_ANSWER = Type.Object(
  { event: MESSAGE_EVENT, apps: Type.Optional(APPS) },
  { title: 'MessageAnswer' },
)

/** Whoever sends knows by which app. */
export const SENT_ANSWER = Type.Object({ event: MESSAGE_EVENT }, { title: 'SentMessageAnswer' })

export const MESSAGE_PAGE = Type.Object(
  { events: Type.Array(MESSAGE_EVENT), apps: Type.Optional(APPS), next_cursor: NEXT_CURSOR },
  { title: 'MessagePage' },
)

const WELCOME_MESSAGE = Type.Object(
  {
    id: idText('The welcome message.'),
    created_timestamp: TIMESTAMP,
    message_data: MESSAGE_DATA,
    source_app_id: idText('The app that made it.'),
    name: Type.Optional(text),
  },
  { title: 'WelcomeMessage' },
)

export const WELCOME_MESSAGE_ANSWER = Type.Object(
  { welcome_message: WELCOME_MESSAGE, name: Type.Optional(text), apps: Type.Optional(APPS) },
  { title: 'WelcomeMessageAnswer' },
)

export const WELCOME_MESSAGE_PAGE = Type.Object(
  { welcome_messages: Type.Array(WELCOME_MESSAGE), apps: Type.Optional(APPS), next_cursor: NEXT_CURSOR },
  { title: 'WelcomeMessagePage' },
)

const WELCOME_RULE = Type.Object(
  {
    id: idText('The rule.'),
    created_timestamp: TIMESTAMP,
    welcome_message_id: idText('What is shown to whoever begins to write.'),
  },
  { title: 'WelcomeMessageRule' },
)

export const WELCOME_RULE_ANSWER = Type.Object(
  { welcome_message_rule: WELCOME_RULE },
  { title: 'WelcomeMessageRuleAnswer' },
)

export const WELCOME_RULE_PAGE = Type.Object(
  { welcome_message_rules: Type.Array(WELCOME_RULE) },
  { title: 'WelcomeMessageRulePage' },
)

/** What may be sent. An id may be a number too. */
const SENT_ID: TSchema = Type.Union([idText('An id.'), id('An id.')])

const SENT_DATA = Type.Object(
  {
    text: Type.Optional(Type.String({ description: 'Up to 10,000 characters; an attachment needs none.' })),
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
