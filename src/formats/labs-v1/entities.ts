/**
 * Makes the entities of texts in Labs v1. Positions count code points of the escaped text, and `end` is exclusive
 * (spec/v2-objects.md#entities). Empty fields are left out.
 */
import { Type } from 'typebox'
import type { EntityAnnotation, Indices, UrlEntity } from '../../domain/posts/content.ts'
import { type ObjectField, ObjectTable } from '../fields/object-table.ts'
import type { PostBody } from '../v1.1/post-body.ts'
import { unlessEmpty } from './format.ts'
import { COUNT, TEXT } from './schemas.ts'

interface Placed {
  readonly indices: Indices
}

const SPAN: readonly ObjectField<Placed>[] = [
  { name: 'start', schema: COUNT, value: ({ indices: [start] }) => start },
  { name: 'end', schema: COUNT, value: ({ indices: [, end] }) => end },
]

type PlacedLink = Pick<UrlEntity, 'url' | 'indices'>

const PLACED_LINK: readonly ObjectField<PlacedLink>[] = [
  ...SPAN,
  { name: 'url', schema: TEXT, value: ({ url }) => url },
]

/** The fields of a link to media. */
const MEDIA_LINK_FIELDS = new ObjectTable<PlacedLink>(PLACED_LINK)

/** A link in a profile. */
export type Link = PlacedLink & Pick<UrlEntity, 'expanded_url' | 'display_url'>

const LINK: readonly ObjectField<Link>[] = [
  ...PLACED_LINK,
  { name: 'expanded_url', schema: TEXT, value: ({ expanded_url }) => expanded_url },
  { name: 'display_url', schema: TEXT, value: ({ display_url }) => display_url },
]

export const LINK_FIELDS = new ObjectTable<Link>(LINK)

const IMAGES = Type.Array(Type.Object({ url: TEXT, width: COUNT, height: COUNT }))

/** A link in a text. Imported links may have data about the page. */
const URL_FIELDS = new ObjectTable<UrlEntity>([
  ...LINK,
  { name: 'unwound_url', schema: Type.Optional(TEXT), value: ({ unwound }) => unwound?.url },
  { name: 'status', schema: Type.Optional(Type.Integer()), value: ({ unwound }) => unwound?.status },
  { name: 'title', schema: Type.Optional(TEXT), value: ({ unwound }) => unwound?.title },
  { name: 'description', schema: Type.Optional(TEXT), value: ({ unwound }) => unwound?.description },
  { name: 'images', schema: Type.Optional(IMAGES), value: ({ unwound }) => unlessEmpty(unwound?.images) },
])

interface Tag extends Placed {
  readonly text: string
}

const TAG_FIELDS = new ObjectTable<Tag>([...SPAN, { name: 'tag', schema: TEXT, value: ({ text }) => text }])

const MENTION_FIELDS = new ObjectTable<Placed & { readonly screen_name: string }>([
  ...SPAN,
  { name: 'username', schema: TEXT, value: ({ screen_name }) => screen_name },
])

const ANNOTATION_FIELDS = new ObjectTable<EntityAnnotation>([
  { name: 'start', schema: COUNT, value: ({ start }) => start },
  { name: 'end', schema: COUNT, value: ({ end }) => end },
  { name: 'probability', schema: Type.Number(), value: ({ probability }) => probability },
  { name: 'type', schema: TEXT, value: ({ type }) => type },
  { name: 'normalized_text', schema: TEXT, value: ({ normalized_text }) => normalized_text },
])

interface EntitiesInput {
  readonly body: PostBody
  readonly annotations: readonly EntityAnnotation[]
}

function listOf<Item>(
  name: string,
  table: ObjectTable<Item>,
  itemsOf: (input: EntitiesInput) => readonly Item[],
): ObjectField<EntitiesInput> {
  return {
    name,
    schema: Type.Optional(Type.Array(Type.Object(table.schema()))),
    value: (input) => {
      const items = itemsOf(input)
      return items.length === 0 ? undefined : items.map((item) => table.object(item))
    },
  }
}

/** Links of the text, followed by the link to the media of the post. */
const URLS: ObjectField<EntitiesInput> = {
  name: 'urls',
  schema: Type.Optional(
    Type.Array(Type.Union([Type.Object(URL_FIELDS.schema()), Type.Object(MEDIA_LINK_FIELDS.schema())])),
  ),
  value: ({ body }) =>
    unlessEmpty([
      ...body.urls.map((url) => URL_FIELDS.object(url)),
      ...mediaLinks(body).map((link) => MEDIA_LINK_FIELDS.object(link)),
    ]),
}

export const ENTITY_FIELDS = new ObjectTable<EntitiesInput>([
  URLS,
  listOf('hashtags', TAG_FIELDS, ({ body }) => body.hashtags),
  listOf('cashtags', TAG_FIELDS, ({ body }) => body.symbols),
  listOf('mentions', MENTION_FIELDS, ({ body }) => body.mentions),
  listOf('annotations', ANNOTATION_FIELDS, ({ annotations }) => annotations),
])

/** The link to the media of a post. All media of a post share this link, and the text may lack the link. */
function mediaLinks({ media }: PostBody): readonly PlacedLink[] {
  const [first] = media
  if (first === undefined || first.indices[0] === first.indices[1]) return []
  return [{ indices: first.indices, url: first.media.url }]
}
