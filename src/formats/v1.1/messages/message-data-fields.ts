/**
 * Declares the fields of `message_data` (spec/direct-messages.md#message-object) in messages and welcome messages, in
 * the order of recorded responses.
 */
import { type TSchema, Type } from 'typebox'
import type { LinkedMedia, MediaAttachment, MessageContent } from '../../../domain/messages/content.ts'
import type { UserMention } from '../../../domain/posts/content.ts'
import { jsonNumber } from '../../../lib/json.ts'
import { escapeText } from '../../../text/index-units.ts'
import { type ObjectField, ObjectTable } from '../../fields/object-table.ts'
import { absolute } from '../media.ts'
import { id, idText } from '../scalars.ts'

/** The content of a message, and the origin of this server in the request, such as `https://example.org`. */
export interface MessageDataInput {
  readonly content: MessageContent
  readonly origin: string
}

const TEXT = Type.String()

const INDICES = Type.Array(Type.Integer({ minimum: 0 }), {
  minItems: 2,
  maxItems: 2,
  description: 'Position, in code points of the escaped text.',
})

const TAGS = Type.Array(Type.Object({ text: TEXT, indices: INDICES }))

const MENTION_FIELDS = new ObjectTable<UserMention>([
  { name: 'screen_name', schema: TEXT, value: ({ screen_name }) => screen_name },
  { name: 'name', schema: TEXT, value: ({ name }) => name },
  { name: 'id', schema: id('The user.'), value: ({ id_str }) => jsonNumber(BigInt(id_str)) },
  { name: 'id_str', schema: idText('The user. As text.'), value: ({ id_str }) => id_str },
  { name: 'indices', schema: INDICES, value: ({ indices }) => indices },
])

/** The four lists of entities of the text. Each list exists even if it is empty. */
export const MESSAGE_ENTITY_FIELDS = new ObjectTable<MessageContent>([
  { name: 'hashtags', schema: TAGS, value: ({ hashtags = [] }) => hashtags },
  { name: 'symbols', schema: TAGS, value: ({ symbols = [] }) => symbols },
  {
    name: 'user_mentions',
    schema: Type.Array(Type.Object(MENTION_FIELDS.schema())),
    value: ({ user_mentions = [] }) => user_mentions.map((mention) => MENTION_FIELDS.object(mention)),
  },
  {
    name: 'urls',
    schema: Type.Array(Type.Object({ url: TEXT, expanded_url: TEXT, display_url: TEXT, indices: INDICES })),
    value: ({ urls = [] }) => urls,
  },
])

interface MediaInput {
  readonly media: LinkedMedia
  readonly indices: MediaAttachment['indices']
  readonly origin: string
}

const KIND = Type.Union([Type.Literal('photo'), Type.Literal('video'), Type.Literal('animated_gif')])

const SIZE = Type.Object({ w: Type.Integer(), h: Type.Integer(), resize: TEXT })

const VIDEO_INFO = Type.Object({
  aspect_ratio: Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
  duration_millis: Type.Optional(Type.Integer()),
  variants: Type.Array(
    Type.Object({ bitrate: Type.Optional(Type.Integer()), content_type: TEXT, url: TEXT }),
  ),
})

function addressOf({ media, origin }: MediaInput): string {
  return absolute(media.media_url_https, origin)
}

/**
 * Media of messages. `media_url` and `media_url_https` are equal, because a client needs a signed request to read a
 * file.
 */
export const MESSAGE_MEDIA_FIELDS = new ObjectTable<MediaInput>([
  { name: 'id', schema: id('The media.'), value: ({ media }) => jsonNumber(BigInt(media.id_str)) },
  { name: 'id_str', schema: idText('The media. As text.'), value: ({ media }) => media.id_str },
  { name: 'indices', schema: INDICES, value: ({ indices }) => indices },
  {
    name: 'media_url',
    schema: Type.String({
      description: 'To be fetched with a request that the sender or the recipient signs.',
    }),
    value: addressOf,
  },
  { name: 'media_url_https', schema: TEXT, value: addressOf },
  { name: 'url', schema: TEXT, value: ({ media }) => media.url },
  { name: 'display_url', schema: TEXT, value: ({ media }) => media.display_url },
  { name: 'expanded_url', schema: TEXT, value: ({ media }) => media.expanded_url },
  { name: 'type', schema: KIND, value: ({ media }) => media.type },
  { name: 'sizes', schema: Type.Record(Type.String(), SIZE), value: ({ media }) => media.sizes },
  {
    name: 'video_info',
    schema: Type.Optional(VIDEO_INFO),
    value: ({ media: { video_info: video }, origin }) =>
      video && {
        ...video,
        variants: video.variants.map((variant) => ({ ...variant, url: absolute(variant.url, origin) })),
      },
  },
])

const OPTION = Type.Object({
  label: TEXT,
  description: Type.Optional(TEXT),
  metadata: Type.Optional(TEXT),
})

const QUICK_REPLY = Type.Object({ type: Type.Literal('options'), options: Type.Array(OPTION) })

/** The object in requests has the same fields. */
export const QUICK_REPLY_RESPONSE = Type.Object({
  type: Type.Literal('options'),
  metadata: Type.Optional(Type.String({ description: 'Metadata of the chosen option.' })),
})

const POINT = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), {
    minItems: 2,
    maxItems: 2,
    description: 'Longitude, latitude.',
  }),
})

/** The object in requests has the same fields. */
export const LOCATION = Type.Object({
  type: Type.Union([Type.Literal('shared_coordinate'), Type.Literal('shared_place')]),
  shared_coordinate: Type.Optional(Type.Object({ coordinates: POINT })),
  shared_place: Type.Optional(Type.Object({ place: Type.Object({ id: TEXT }) })),
})

/** Fields of a button. The object in requests has the same fields, except `tco_url`. */
export const CTA = { type: Type.Literal('web_url'), label: TEXT, url: TEXT }

const ATTACHMENT = Type.Union([
  Type.Object({ type: Type.Literal('media'), media: Type.Object(MESSAGE_MEDIA_FIELDS.schema()) }),
  Type.Object({ type: Type.Literal('location'), location: LOCATION }),
])

export const MESSAGE_DATA_FIELDS = new ObjectTable<MessageDataInput>([
  {
    name: 'text',
    schema: Type.String({ description: 'With short links in place of URLs, escaped.' }),
    value: ({ content }) => escapeText(content.text),
  },
  {
    name: 'entities',
    schema: Type.Object(MESSAGE_ENTITY_FIELDS.schema()),
    value: ({ content }) => MESSAGE_ENTITY_FIELDS.object(content),
  },
  copied('quick_reply', QUICK_REPLY),
  copied('quick_reply_response', QUICK_REPLY_RESPONSE),
  {
    name: 'attachment',
    schema: Type.Optional(ATTACHMENT),
    value: ({ content: { attachment }, origin }) =>
      attachment?.type === 'media'
        ? { type: 'media', media: MESSAGE_MEDIA_FIELDS.object({ ...attachment, origin }) }
        : attachment,
  },
  copied('ctas', Type.Array(Type.Object({ ...CTA, tco_url: TEXT }))),
])

/** Schema of `message_data` for the API document. */
export const MESSAGE_DATA = Type.Object(MESSAGE_DATA_FIELDS.schema(), { title: 'MessageData' })

/** A field that responses show as stored. */
function copied(name: keyof MessageContent, schema: TSchema): ObjectField<MessageDataInput> {
  return { name, schema: Type.Optional(schema), value: ({ content }) => content[name] }
}
