/** Reads the entities of a v2 post object (spec/labs-lookup.md section 2) into the form of v1.1. */
import type {
  ContextAnnotation,
  EntityAnnotation,
  PostContent,
  PostMedia,
  UrlEntity,
  UserMention,
} from '../domain/posts/content.ts'
import type { Mutable } from '../lib/mutable.ts'
import { codePointLength, escapeText } from '../text/index-units.ts'
import {
  countIn,
  type Fields,
  idIn,
  keptOf,
  listIn,
  Misfit,
  objectIn,
  objectsIn,
  textIn,
} from './json-fields.ts'
import { indicesOf, type ToldText } from './told-text.ts'
import { type V2Includes, v2Medium } from './v2-includes.ts'

export type Entities = Mutable<
  Pick<
    PostContent,
    'hashtags' | 'symbols' | 'user_mentions' | 'urls' | 'media' | 'annotations' | 'context_annotations'
  >
>

/** What a post's entities are, the empty ones left out. @throws {Misfit} */
export function v2Entities(post: Fields, told: ToldText, includes: V2Includes): Entities {
  const entities = objectIn(post, 'entities') ?? {}
  const tagsIn = (name: string) =>
    objectsIn(entities, name).map((tag) => ({ text: textIn(tag, 'tag') ?? '', indices: placeOf(tag, told) }))
  const links = objectsIn(entities, 'urls').map((url) => ({ fields: url, entity: urlOf(url, told) }))
  const isOfMedia = ({ fields, entity }: (typeof links)[number]) =>
    typeof fields['media_key'] === 'string' || /^pic\./.test(entity.display_url)
  const found: Entities = {}
  put(found, 'hashtags', tagsIn('hashtags'))
  put(found, 'symbols', tagsIn('cashtags'))
  put(
    found,
    'user_mentions',
    objectsIn(entities, 'mentions').flatMap((mention) => mentionOf(mention, told, includes)),
  )
  const media = mediaOf(
    post,
    links.filter(isOfMedia).map(({ entity }) => entity),
    told,
    includes,
  )
  put(found, 'media', media)
  put(
    found,
    'urls',
    links.filter((link) => media.length === 0 || !isOfMedia(link)).map(({ entity }) => entity),
  )
  put(
    found,
    'annotations',
    objectsIn(entities, 'annotations').map((annotation) => annotationOf(annotation, told)),
  )
  put(found, 'context_annotations', objectsIn(post, 'context_annotations').map(contextOf))
  return found
}

function put<Name extends keyof Entities>(
  entities: Entities,
  name: Name,
  list: Entities[Name] & readonly unknown[],
) {
  if (list.length > 0) entities[name] = list
}

function placeOf(entity: Fields, told: ToldText) {
  return indicesOf(entity['start'], entity['end'], 'an entity', told)
}

function urlOf(entity: Fields, told: ToldText): UrlEntity {
  const url = textIn(entity, 'url') ?? ''
  const expanded_url = textIn(entity, 'expanded_url') ?? url
  const unwound = unwoundOf(entity)
  return {
    url,
    expanded_url,
    display_url: textIn(entity, 'display_url') ?? expanded_url,
    indices: placeOf(entity, told),
    ...(unwound === undefined ? {} : { unwound }),
  }
}

function unwoundOf(entity: Fields): UrlEntity['unwound'] {
  const url = textIn(entity, 'unwound_url')
  if (url === undefined) return undefined
  const unwound: Record<string, unknown> = { url }
  const status = countIn(entity, 'status')
  if (status !== undefined) unwound['status'] = status
  for (const name of ['title', 'description']) {
    const text = textIn(entity, name)
    if (text !== undefined) unwound[name] = text
  }
  if (entity['images'] !== undefined) unwound['images'] = keptOf(entity['images'], 'images')
  return unwound as NonNullable<UrlEntity['unwound']>
}

/** None for a mention of whom only the name is told: v1.1 mentions have ids. The text says it still. */
function mentionOf(mention: Fields, told: ToldText, includes: V2Includes): UserMention[] {
  const screen_name = textIn(mention, 'username')
  if (screen_name === undefined) throw new Misfit('a mention has no username')
  const known = includes.named(screen_name)
  const id = idIn(mention, 'id') ?? known?.id
  if (id === undefined) return []
  return [
    { screen_name, name: known?.name ?? screen_name, id_str: String(id), indices: placeOf(mention, told) },
  ]
}

function mediaOf(
  post: Fields,
  links: readonly UrlEntity[],
  told: ToldText,
  includes: V2Includes,
): readonly PostMedia[] {
  const end = codePointLength(escapeText(told.text))
  const [first = { url: '', display_url: '', expanded_url: '', indices: [end, end] as const }] = links
  const { url, display_url, expanded_url, indices } = first
  return attachedIn(post, 'media_keys').flatMap((key) => {
    const medium = includes.medium(key)
    return medium === undefined ? [] : [v2Medium(medium, { indices, url, display_url, expanded_url })]
  })
}

/** The keys under which a post names what is attached. */
export function attachedIn(post: Fields, name: 'media_keys' | 'poll_ids'): readonly string[] {
  return listIn(objectIn(post, 'attachments') ?? {}, name).filter((key) => typeof key === 'string')
}

function annotationOf(annotation: Fields, told: ToldText): EntityAnnotation {
  const [start, end] = placeOf(annotation, told)
  const probability = annotation['probability']
  return {
    start,
    end,
    probability: typeof probability === 'number' ? probability : 0,
    type: textIn(annotation, 'type') ?? 'Other',
    normalized_text: textIn(annotation, 'normalized_text') ?? '',
  }
}

function contextOf(annotation: Fields): ContextAnnotation {
  return { domain: namedIn(annotation, 'domain'), entity: namedIn(annotation, 'entity') }
}

function namedIn(annotation: Fields, field: 'domain' | 'entity'): ContextAnnotation['domain'] {
  const named = objectIn(annotation, field) ?? {}
  const id = textIn(named, 'id')
  if (id === undefined) throw new Misfit(`a context annotation has no ${field} with an id`)
  const description = textIn(named, 'description')
  return { id, name: textIn(named, 'name') ?? '', ...(description === undefined ? {} : { description }) }
}
