/** Reads the entities of a v2 post object (spec/v2-objects.md#entities) after v2-schema.ts has repaired the object. */
import type {
  ContextAnnotation,
  EntityAnnotation,
  Indices,
  PostContent,
  PostMedia,
  UrlEntity,
  UserMention,
} from '../../domain/posts/content.ts'
import { NAMED_MENTIONS, type NamedMention } from '../../domain/posts/named-mentions.ts'
import type { Mutable } from '../../lib/mutable.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { idIn } from '../id-fields.ts'
import { type Fields, objectIn } from '../json-fields.ts'
import { derivedEntities } from './post-entities.ts'
import { Places, type RecordedText, shownLength } from './recorded-text.ts'
import type { V2Includes } from './v2-includes.ts'
import { v2Medium } from './v2-things.ts'

export type Entities = Mutable<
  Pick<
    PostContent,
    'hashtags' | 'symbols' | 'user_mentions' | 'urls' | 'media' | 'annotations' | 'context_annotations'
  >
>

/** Facts about a post that reading its entities requires. */
export interface V2Context {
  readonly id: bigint
  readonly recorded: RecordedText
  readonly includes: V2Includes
  readonly note: ReportFault
}

export interface ReadEntities {
  readonly entities: Entities
  /** Fields that are stored unchanged: mentions without a user id. */
  readonly aside: Readonly<Record<string, unknown>>
}

export const NO_ENTITIES: ReadEntities = { entities: {}, aside: {} }

/** The entities of a post, without empty lists. If the object has no entities, they are derived from the text. */
export function v2Entities(post: Fields, context: V2Context): ReadEntities {
  const entities = objectIn(post, 'entities')
  const found: Entities = {}
  const named: NamedMention[] = []
  const links =
    entities === undefined ? putDerived(found, context) : putRecorded(found, named, entities, context)
  const ofMedia = links.filter(isOfMedia)
  const media = mediaOf(
    post,
    ofMedia.map(({ entity }) => entity),
    context,
  )
  put(found, 'media', media)
  put(
    found,
    'urls',
    links.filter((link) => media.length === 0 || !isOfMedia(link)).map(({ entity }) => entity),
  )
  put(found, 'context_annotations', listOf(post, 'context_annotations') as unknown as ContextAnnotation[])
  return { entities: found, aside: named.length === 0 ? {} : { [NAMED_MENTIONS]: named } }
}

interface FoundLink {
  readonly fields: Fields
  readonly entity: UrlEntity
}

function isOfMedia({ fields, entity }: FoundLink): boolean {
  return fields['media_key'] !== undefined || /^pic\./.test(entity.display_url)
}

function putDerived(found: Entities, { id, recorded, includes, note }: V2Context): readonly FoundLink[] {
  const derived = derivedEntities({ recorded, postId: id, note, known: includes.names() })
  put(found, 'hashtags', derived.hashtags)
  put(found, 'symbols', derived.symbols)
  put(found, 'user_mentions', derived.userMentions)
  return derived.urls.map((entity) => ({ fields: {}, entity }))
}

function putRecorded(
  found: Entities,
  named: NamedMention[],
  entities: Fields,
  context: V2Context,
): readonly FoundLink[] {
  const { recorded, note } = context
  const places = new Places(recorded, note)
  const tagsIn = (name: string, sign: string) =>
    listOf(entities, name).flatMap((entity) => {
      const text = entity['tag'] as string
      const indices = places.of(pairOf(entity), sign + text, `entities.${name}`)
      return indices === undefined ? [] : [{ text, indices }]
    })
  put(found, 'hashtags', tagsIn('hashtags', '#'))
  put(found, 'symbols', tagsIn('cashtags', '$'))
  put(
    found,
    'user_mentions',
    listOf(entities, 'mentions').flatMap((mention) => mentionOf(mention, places, context, named)),
  )
  put(
    found,
    'annotations',
    listOf(entities, 'annotations').flatMap((annotation) => annotationOf(annotation, places)),
  )
  return listOf(entities, 'urls').flatMap((fields) => {
    const indices = places.of(pairOf(fields), fields['url'] as string, 'entities.urls')
    return indices === undefined ? [] : [{ fields, entity: urlOf(fields, indices) }]
  })
}

function listOf(fields: Fields, name: string): readonly Fields[] {
  return (fields[name] ?? []) as readonly Fields[]
}

function put<Name extends keyof Entities>(
  entities: Entities,
  name: Name,
  list: Entities[Name] & readonly unknown[],
) {
  if (list.length > 0) entities[name] = list
}

function pairOf({ start, end }: Fields): unknown {
  return start === undefined || end === undefined ? undefined : [start, end]
}

function urlOf(entity: Fields, indices: Indices): UrlEntity {
  const { url, expanded_url = url, display_url = expanded_url } = entity as Fields & UrlEntity
  const unwound = unwoundOf(entity)
  return { url, expanded_url, display_url, indices, ...(unwound === undefined ? {} : { unwound }) }
}

/** Details of the page that a link leads to; undefined if the details lack the URL of the page. */
function unwoundOf(entity: Fields): UrlEntity['unwound'] {
  const { unwound_url: url, status, title, description, images } = entity
  if (url === undefined) return undefined
  const parts = { url, status, title, description, images }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

/**
 * A list with the mention. The list is empty if the mention is not in the text or has no user id. Mentions without a
 * user id are stored separately, because v1.1 mentions have ids.
 */
function mentionOf(
  mention: Fields,
  places: Places,
  { includes }: V2Context,
  named: NamedMention[],
): UserMention[] {
  const screen_name = mention['username'] as string
  const known = includes.named(screen_name)
  const id = idIn(mention, 'id') ?? known?.id
  const indices = places.of(pairOf(mention), `@${screen_name}`, 'entities.mentions')
  if (indices === undefined) return []
  if (id === undefined) {
    named.push({ username: screen_name, start: indices[0], end: indices[1] })
    return []
  }
  return [{ screen_name, name: known?.name ?? screen_name, id_str: String(id), indices }]
}

/** Media. A medium without a link in the text has indices at the end of the text. */
function mediaOf(
  post: Fields,
  links: readonly UrlEntity[],
  { recorded, includes }: V2Context,
): readonly PostMedia[] {
  const end = shownLength(recorded)
  const [first = { url: '', display_url: '', expanded_url: '', indices: [end, end] as const }] = links
  const { url, display_url, expanded_url, indices } = first
  return attachedIn(post, 'media_keys').flatMap((key) => {
    const medium = includes.medium(key)
    return medium === undefined ? [] : [v2Medium(medium, { indices, url, display_url, expanded_url })]
  })
}

/** The keys in the attachments of a post. */
export function attachedIn(post: Fields, name: 'media_keys' | 'poll_ids'): readonly string[] {
  return (objectIn(post, 'attachments')?.[name] ?? []) as readonly string[]
}

/** An annotation. The recorded end is the index of its last code point, not the index after that code point. */
function annotationOf(annotation: Fields, places: Places): EntityAnnotation[] {
  const { start, end, probability = 0, type = 'Other', normalized_text } = annotation
  const pair = start === undefined || end === undefined ? undefined : [start, (end as number) + 1]
  const indices = places.of(pair, normalized_text as string, 'entities.annotations')
  if (indices === undefined) return []
  return [
    {
      start: indices[0],
      end: indices[1] - 1,
      probability: probability as number,
      type: type as string,
      normalized_text: normalized_text as string,
    },
  ]
}
