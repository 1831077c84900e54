/** The complete schema of stored message content (content.ts). */
import { Type } from 'typebox'
import { repairedJson } from '../../lib/repaired-json.ts'
import {
  ADDRESS,
  ID_TEXT,
  INDICES_OR_NONE,
  KEPT_MEMBERS,
  keywords,
  LINK,
  listOf,
  MEDIA_TYPE,
  MENTION_ENTITY,
  NAME,
  objectOf,
  SIZES,
  TAG_ENTITY,
  URL_ENTITY,
  WORDS,
} from '../posts/entity-schema.ts'
import type { MessageContent } from './content.ts'

/** Maximum length of a stored message in characters: ten times the length that a user can send. */
export const MAX_STORED_MESSAGE_LENGTH = 100_000

/**
 * Text that the sending program supplies, such as labels and metadata. It is returned as it was sent. Only a text that is
 * too long is cut.
 */
const RAW = Type.String(keywords({ longest: MAX_STORED_MESSAGE_LENGTH, isCut: true, isRaw: true }))

const OPTIONS = Type.Literal('options')

const VARIANT = objectOf({ content_type: NAME, url: ADDRESS }, { bitrate: Type.Integer({ minimum: 0 }) })

/** Width or height, as a whole number. */
const SIDE = Type.Integer({ minimum: 0 })
const RATIO = Type.Tuple([SIDE, SIDE], keywords({ fallback: [1, 1] }))

/** The media entity of a message. This server has created the entity, so the members that it always writes are required. */
const LINKED_MEDIA = objectOf(
  {
    id_str: ID_TEXT,
    media_url_https: ADDRESS,
    type: MEDIA_TYPE,
    sizes: SIZES,
    url: ADDRESS,
    expanded_url: ADDRESS,
    display_url: ADDRESS,
  },
  {
    video_info: objectOf(
      { aspect_ratio: RATIO, variants: listOf(VARIANT, { fallback: [] }) },
      { duration_millis: Type.Integer({ minimum: 0 }) },
    ),
    ext_alt_text: WORDS,
    additional_media_info: KEPT_MEMBERS,
  },
)

const POINT = objectOf({
  type: Type.Literal('Point'),
  coordinates: Type.Tuple([
    Type.Number({ minimum: -180, maximum: 180 }),
    Type.Number({ minimum: -90, maximum: 90 }),
  ]),
})

const LOCATION = Type.Union([
  objectOf({
    type: Type.Literal('shared_coordinate'),
    shared_coordinate: objectOf({ coordinates: POINT }),
  }),
  objectOf({
    type: Type.Literal('shared_place'),
    shared_place: objectOf({ place: objectOf({ id: NAME }) }),
  }),
])

const ATTACHMENT = Type.Union([
  objectOf({ type: Type.Literal('media'), media: LINKED_MEDIA, indices: INDICES_OR_NONE }),
  objectOf({ type: Type.Literal('location'), location: LOCATION }),
])

const CONTENT = objectOf(
  {
    text: Type.String(
      keywords({ longest: MAX_STORED_MESSAGE_LENGTH, isCut: true, isRaw: true, fallback: '' }),
    ),
  },
  {
    hashtags: listOf(TAG_ENTITY),
    symbols: listOf(TAG_ENTITY),
    user_mentions: listOf(MENTION_ENTITY),
    urls: listOf(URL_ENTITY),
    quick_reply: objectOf({
      type: OPTIONS,
      options: Type.Array(objectOf({ label: RAW }, { description: RAW, metadata: RAW }), {
        minItems: 1,
        ...keywords({ max: 20 }),
      }),
    }),
    quick_reply_response: objectOf({ type: OPTIONS }, { metadata: RAW }),
    ctas: listOf(objectOf({ type: Type.Literal('web_url'), label: RAW, url: LINK, tco_url: LINK })),
    attachment: ATTACHMENT,
    initiated_via: objectOf({}, { tweet_id: ID_TEXT, welcome_message_id: ID_TEXT }),
    custom_profile_id: ID_TEXT,
  },
)

/** Parses the stored content of a message or a welcome message. Invalid parts are repaired. */
export const messageContentOf = repairedJson<MessageContent>(CONTENT, { text: '' })
