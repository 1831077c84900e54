/**
 * Makes the entities of texts in API v2. Positions count code points. `end` is exclusive, except in annotations, whose
 * `end` is the index of the last code point (spec/v2-objects.md#entities).
 */
import { Type } from 'typebox'
import type { EntityAnnotation, Indices, PostContent, UrlEntity } from '../../domain/posts/content.ts'
import { type Day, REFERENCE_DAY } from '../fields/day.ts'
import { type ObjectField, ObjectTable } from '../fields/object-table.ts'
import { mediaKey } from './media-key.ts'
import { COUNT, ID, some, TEXT } from './scalars.ts'

/** A link in a text. */
export interface Link
  extends Pick<UrlEntity, 'url' | 'expanded_url' | 'display_url' | 'indices' | 'unwound'> {
  /** Key of the medium, for links to attached media. */
  readonly mediaKey?: string
}

interface Placed {
  readonly indices: Indices
}

interface Tag extends Placed {
  readonly tag: string
}

interface Mention extends Placed {
  readonly username: string
}

interface UserMention extends Mention {
  readonly id: string
}

const SPAN: readonly ObjectField<Placed>[] = [
  { name: 'start', schema: COUNT, value: ({ indices: [start] }) => start },
  { name: 'end', schema: COUNT, value: ({ indices: [, end] }) => end },
]

const LINK: readonly ObjectField<Link>[] = [
  ...SPAN,
  { name: 'url', schema: TEXT, value: ({ url }) => url },
  { name: 'expanded_url', schema: TEXT, value: ({ expanded_url }) => expanded_url },
  { name: 'display_url', schema: TEXT, value: ({ display_url }) => display_url },
]

const IMAGES = Type.Array(Type.Object({ url: TEXT, width: COUNT, height: COUNT }))

/** Links in a profile. */
export const PROFILE_LINK_FIELDS = new ObjectTable<Link>(LINK)

/** Links in a post. Imported links may have data about the page. */
export const LINK_FIELDS = new ObjectTable<Link>([
  ...LINK,
  { name: 'unwound_url', schema: some(TEXT), value: ({ unwound }) => unlessEmpty(unwound?.url) },
  { name: 'status', schema: some(Type.Integer()), value: ({ unwound }) => unwound?.status },
  { name: 'title', schema: some(TEXT), value: ({ unwound }) => unlessEmpty(unwound?.title) },
  { name: 'description', schema: some(TEXT), value: ({ unwound }) => unlessEmpty(unwound?.description) },
  { name: 'images', schema: some(IMAGES), value: ({ unwound }) => unlessEmpty(unwound?.images) },
  { name: 'media_key', schema: some(TEXT), value: ({ mediaKey: key }) => key, since: REFERENCE_DAY },
])

export const TAG_FIELDS = new ObjectTable<Tag>([
  ...SPAN,
  { name: 'tag', schema: TEXT, value: ({ tag }) => tag },
])

const MENTION: readonly ObjectField<Mention>[] = [
  ...SPAN,
  { name: 'username', schema: TEXT, value: ({ username }) => username },
]

/** Mentions in a profile. The mentioned users may not exist. */
export const MENTION_FIELDS = new ObjectTable<Mention>(MENTION)

/** Mentions in a post. */
const USER_MENTION_FIELDS = new ObjectTable<UserMention>([
  ...MENTION,
  { name: 'id', schema: some(ID), value: ({ id }) => id, since: REFERENCE_DAY },
])

const PROBABILITY = Type.Number({ minimum: 0, maximum: 1 })

const ANNOTATION = Type.Object(
  { start: COUNT, end: COUNT, probability: PROBABILITY, type: TEXT, normalized_text: TEXT },
  { description: 'The end is the index of the last code point.' },
)

/** Entities of a text. */
export interface TextEntities {
  readonly links: readonly Link[]
  readonly hashtags: readonly Tag[]
  readonly cashtags: readonly Tag[]
  readonly mentions: readonly Mention[]
}

const HASHTAGS = listOf<TextEntities, Tag>('hashtags', TAG_FIELDS, ({ hashtags }) => hashtags)
const CASHTAGS = listOf<TextEntities, Tag>('cashtags', TAG_FIELDS, ({ cashtags }) => cashtags)
const MENTIONS = listOf<TextEntities, Mention>('mentions', MENTION_FIELDS, ({ mentions }) => mentions)

function urls(table: ObjectTable<Link>): ObjectField<TextEntities> {
  return listOf('urls', table, ({ links }) => links)
}

/** `entities.description` of a user, in which mentions come before cashtags. */
export const PROFILE_TEXT_FIELDS = new ObjectTable<TextEntities>([
  urls(PROFILE_LINK_FIELDS),
  HASHTAGS,
  MENTIONS,
  CASHTAGS,
])

interface PostEntities extends TextEntities {
  readonly mentions: readonly UserMention[]
  readonly annotations: readonly EntityAnnotation[]
}

const POST_LISTS: readonly ObjectField<PostEntities>[] = [
  urls(LINK_FIELDS),
  HASHTAGS,
  CASHTAGS,
  listOf('mentions', USER_MENTION_FIELDS, ({ mentions }) => mentions),
]

const LIST_CHANGES: readonly Day[] = [...LINK_FIELDS.changes, ...USER_MENTION_FIELDS.changes]

/** `entities` of `note_tweet`. */
const NOTE_ENTITY_FIELDS = new ObjectTable<PostEntities>(POST_LISTS, LIST_CHANGES)

/** First day with annotations in lookups and searches (spec/versioning.md#dates). */
export const ANNOTATIONS_SINCE: Day = '2020-03-23'

const ANNOTATIONS: ObjectField<PostEntities> = {
  name: 'annotations',
  since: ANNOTATIONS_SINCE,
  schema: some(Type.Array(ANNOTATION)),
  value: ({ annotations }) => unlessEmpty(annotations),
}

/** `entities` of a post. */
const POST_ENTITY_FIELDS = new ObjectTable<PostEntities>([...POST_LISTS, ANNOTATIONS], LIST_CHANGES)

/** Tables for `entities` of a post, and of the whole text of a long post. */
export const ENTITIES = { post: POST_ENTITY_FIELDS, note: NOTE_ENTITY_FIELDS } as const

/** Entities of a post, including the links to attached media, in the order in which the text has them. */
export function entitiesIn(
  of: keyof typeof ENTITIES,
  { hashtags = [], symbols = [], user_mentions: mentions = [], annotations = [], ...content }: PostContent,
  day: Day,
): Record<string, unknown> {
  const entities = {
    links: linksIn(content),
    hashtags: hashtags.map(({ text, indices }) => ({ indices, tag: text })),
    cashtags: symbols.map(({ text, indices }) => ({ indices, tag: text })),
    mentions: mentions.map(({ screen_name, id_str, indices }) => ({
      ...{ indices, username: screen_name },
      id: id_str,
    })),
    annotations,
  }
  return ENTITIES[of].object(entities, day)
}

/** Links of a post and links to its attached media, in the order in which the text has them. */
export function linksIn({ urls = [], media = [] }: Pick<PostContent, 'urls' | 'media'>): readonly Link[] {
  const links: Link[] = [...urls]
  const seen = new Set<string>()
  for (const medium of media) {
    const { url, expanded_url, display_url, indices } = medium
    const [start, end] = indices
    // Links that do not occur in the text are skipped.
    if (seen.has(url) || start === end || url === '') continue
    seen.add(url)
    links.push({ url, expanded_url, display_url, indices, mediaKey: mediaKey(medium) })
  }
  return links.sort((a, b) => a.indices[0] - b.indices[0])
}

/** A list of the objects that a table makes; omitted if the list is empty. */
function listOf<Input, Item>(
  name: string,
  table: ObjectTable<Item>,
  itemsOf: (input: Input) => readonly Item[],
): ObjectField<Input> {
  return {
    name,
    schema: (day) => some(Type.Array(Type.Object(table.schema(day)))),
    value: (input, day) => {
      const items = itemsOf(input)
      return items.length === 0 ? undefined : items.map((item) => table.object(item, day))
    },
  }
}

function unlessEmpty<Value extends string | readonly unknown[]>(value: Value | undefined): Value | undefined {
  return value === undefined || value.length === 0 ? undefined : value
}
