/**
 * Declares the fields of the entities in the text of a post (spec/posts.md#post-object), in the order of recorded
 * responses.
 */
import { Type } from 'typebox'
import type { TagEntity, UrlEntity, UserMention } from '../../domain/posts/content.ts'
import { jsonNumber } from '../../lib/json.ts'
import { type ObjectField, ObjectTable } from '../fields/object-table.ts'
import { EXTENDED_MEDIA_FIELDS, MEDIA_FIELDS, type MediaView } from './media.ts'
import type { PostBody } from './post-body.ts'
import { INDICES, idTwins } from './scalars.ts'

interface BodyInput {
  readonly body: PostBody
  readonly view: MediaView
}

const TEXT = Type.String()

const TAG_FIELDS = new ObjectTable<TagEntity>([
  {
    name: 'text',
    schema: Type.String({ description: 'The text without its sign.' }),
    value: ({ text }) => text,
  },
  { name: 'indices', schema: INDICES, value: ({ indices }) => indices },
])

const { id: ID, id_str: ID_TEXT } = idTwins('id', 'The user.')

const MENTION_FIELDS = new ObjectTable<UserMention>([
  { name: 'screen_name', schema: TEXT, value: ({ screen_name }) => screen_name },
  { name: 'name', schema: TEXT, value: ({ name }) => name },
  { name: 'id', schema: ID, value: ({ id_str }) => jsonNumber(BigInt(id_str)) },
  { name: 'id_str', schema: ID_TEXT, value: ({ id_str }) => id_str },
  { name: 'indices', schema: INDICES, value: ({ indices }) => indices },
])

/** Schema of `unwound`; responses show it as stored. */
const UNWOUND = Type.Object(
  {
    url: Type.Optional(TEXT),
    status: Type.Optional(Type.Integer()),
    title: Type.Optional(TEXT),
    description: Type.Optional(TEXT),
    images: Type.Optional(Type.Array(Type.Unknown())),
  },
  { description: 'Title and description of the page, as imported.' },
)

/** A link. Only imported posts have `unwound`, as in recorded responses of the premium API. */
const URL_FIELDS = new ObjectTable<UrlEntity>([
  {
    name: 'url',
    schema: Type.String({ description: 'The URL as written in the text.' }),
    value: ({ url }) => url,
  },
  {
    name: 'expanded_url',
    schema: Type.String({ description: 'The target of the link.' }),
    value: ({ expanded_url }) => expanded_url,
  },
  { name: 'display_url', schema: TEXT, value: ({ display_url }) => display_url },
  { name: 'indices', schema: INDICES, value: ({ indices }) => indices },
  { name: 'unwound', schema: Type.Optional(UNWOUND), value: ({ unwound }) => unwound },
])

function listOf<Item>(
  name: string,
  table: ObjectTable<Item>,
  itemsOf: (body: PostBody) => readonly Item[],
): ObjectField<BodyInput> {
  return {
    name,
    schema: Type.Array(Type.Object(table.schema())),
    value: ({ body }) => itemsOf(body).map((item) => table.object(item)),
  }
}

const ENTITY_FIELDS = new ObjectTable<BodyInput>([
  listOf('hashtags', TAG_FIELDS, ({ hashtags }) => hashtags),
  listOf('symbols', TAG_FIELDS, ({ symbols }) => symbols),
  listOf('user_mentions', MENTION_FIELDS, ({ mentions }) => mentions),
  listOf('urls', URL_FIELDS, ({ urls }) => urls),
  {
    name: 'polls',
    schema: Type.Optional(Type.Array(Type.Unknown(), { description: 'Cards with questions, as imported.' })),
    value: ({ body }) => body.polls,
  },
  // Only the first of several media is listed here, as in recorded responses.
  {
    name: 'media',
    schema: Type.Optional(Type.Array(Type.Object(MEDIA_FIELDS.schema()))),
    value: ({ body: { media }, view }) => {
      const [first] = media
      return first && [MEDIA_FIELDS.object({ ...first, view }, view.day)]
    },
  },
])

const EXTENDED_ENTITY_FIELDS = new ObjectTable<BodyInput>([
  {
    name: 'media',
    schema: Type.Array(Type.Object(EXTENDED_MEDIA_FIELDS.schema())),
    value: ({ body: { media }, view }) =>
      media.map((placed) => EXTENDED_MEDIA_FIELDS.object({ ...placed, view }, view.day)),
  },
])

export const ENTITIES = Type.Object(ENTITY_FIELDS.schema(), {
  description: 'Entities of the text. Omitted with `include_entities=false`.',
})

export const EXTENDED_ENTITIES = Type.Object(EXTENDED_ENTITY_FIELDS.schema())

/** The field `entities`. */
export function entitiesOf(body: PostBody, view: MediaView): Record<string, unknown> {
  return ENTITY_FIELDS.object({ body, view }, view.day)
}

/** The field `extended_entities`; undefined for a post without media. */
export function extendedEntitiesOf(body: PostBody, view: MediaView): object | undefined {
  return body.media.length === 0 ? undefined : EXTENDED_ENTITY_FIELDS.object({ body, view }, view.day)
}

/** True for a text without entities. */
export function hasNoEntities({ hashtags, symbols, mentions, urls, media, polls }: PostBody): boolean {
  const count = hashtags.length + symbols.length + mentions.length + urls.length + media.length
  return count === 0 && polls === undefined
}
