/** Reads the entities of a v1.1 post object (spec/followers.md section 3). */
import type { MediaSize, PostMedia, TagEntity, UrlEntity, UserMention } from '../domain/posts/content.ts'
import {
  demandShallow,
  type Fields,
  idIn,
  keptOf,
  Misfit,
  objectIn,
  objectsIn,
  textIn,
} from './json-fields.ts'
import { indicesIn, type ToldText } from './told-text.ts'

export interface PostEntities {
  readonly hashtags: readonly TagEntity[]
  readonly symbols: readonly TagEntity[]
  readonly userMentions: readonly UserMention[]
  readonly urls: readonly UrlEntity[]
  readonly media: readonly PostMedia[]
  /** Entities of other kinds, as they came. */
  readonly others: Readonly<Record<string, unknown>>
}

const KINDS = new Set(['hashtags', 'symbols', 'user_mentions', 'urls', 'media'])

/** @param extended the `extended_entities`, which know all media; undefined when there are none */
export function entitiesIn(entities: Fields, extended: Fields | undefined, told: ToldText): PostEntities {
  const media = objectsIn(extended ?? entities, 'media')
  const others: Record<string, unknown> = {}
  for (const kind in entities) if (!KINDS.has(kind)) others[kind] = keptOf(entities[kind], kind)
  return {
    hashtags: objectsIn(entities, 'hashtags').map((tag) => tagOf(tag, told)),
    symbols: objectsIn(entities, 'symbols').map((tag) => tagOf(tag, told)),
    userMentions: objectsIn(entities, 'user_mentions').flatMap((mention) => mentionOf(mention, told)),
    urls: objectsIn(entities, 'urls').map((url) => urlOf(url, told)),
    media: (media.length > 0 ? media : objectsIn(entities, 'media')).map((medium) => mediumOf(medium, told)),
    others,
  }
}

function tagOf(tag: Fields, told: ToldText): TagEntity {
  return { text: demandText(tag, 'text', 'a tag'), indices: indicesIn(tag, 'indices', 'a tag', told) }
}

/** None for a mention without an id: nobody of that name existed. */
function mentionOf(mention: Fields, told: ToldText): UserMention[] {
  const id = idOfMention(mention)
  if (id === undefined) return []
  const screen_name = demandText(mention, 'screen_name', 'a mention')
  return [
    {
      screen_name,
      name: textIn(mention, 'name') ?? screen_name,
      id_str: String(id),
      indices: indicesIn(mention, 'indices', 'a mention', told),
    },
  ]
}

/** Archives have -1 for accounts that are gone. */
function idOfMention(mention: Fields): bigint | undefined {
  const { id, id_str } = mention
  return String(id ?? '') === '-1' || id_str === '-1' ? undefined : idIn(mention, 'id')
}

function urlOf(entity: Fields, told: ToldText): UrlEntity {
  const url = demandText(entity, 'url', 'a link')
  const expanded_url = textIn(entity, 'expanded_url') ?? url
  const unwound = objectIn(entity, 'unwound')
  if (unwound !== undefined) demandShallow(unwound, 'unwound')
  return {
    url,
    expanded_url,
    display_url: textIn(entity, 'display_url') ?? expanded_url,
    indices: indicesIn(entity, 'indices', 'a link', told),
    ...(unwound === undefined
      ? {}
      : { unwound: keptOf(unwound, 'unwound') as NonNullable<UrlEntity['unwound']> }),
  }
}

const MEDIA_FIELDS = new Set([
  'id',
  'id_str',
  'type',
  'indices',
  'url',
  'display_url',
  'expanded_url',
  'media_url_https',
  'media_url',
  'sizes',
  'ext_alt_text',
  'video_info',
  'additional_media_info',
  'source_status_id',
  'source_status_id_str',
  'source_user_id',
  'source_user_id_str',
])

function mediumOf(medium: Fields, told: ToldText): PostMedia {
  const id = idIn(medium, 'id')
  if (id === undefined) throw new Misfit('a medium has no id')
  const type = textIn(medium, 'type') ?? 'photo'
  if (type !== 'photo' && type !== 'video' && type !== 'animated_gif') {
    throw new Misfit(`a medium is of an unknown type, ${JSON.stringify(type.slice(0, 30))}`)
  }
  const url = demandText(medium, 'url', 'a medium')
  const media_url = textIn(medium, 'media_url')
  return {
    id_str: String(id),
    type,
    indices: indicesIn(medium, 'indices', 'a medium', told),
    url,
    display_url: textIn(medium, 'display_url') ?? url,
    expanded_url: textIn(medium, 'expanded_url') ?? url,
    media_url_https: textIn(medium, 'media_url_https') ?? media_url?.replace(/^http:/, 'https:') ?? '',
    ...(media_url === undefined ? {} : { media_url }),
    sizes: sizesIn(medium),
    ...detailsOf(medium),
  }
}

function detailsOf(medium: Fields): Partial<PostMedia> {
  const details: Record<string, unknown> = {}
  const altText = textIn(medium, 'ext_alt_text')
  if (altText !== undefined) details['ext_alt_text'] = altText
  const video = objectIn(medium, 'video_info')
  if (video !== undefined) details['video_info'] = numbersIn(keptOf(video, 'video_info'))
  const more = objectIn(medium, 'additional_media_info')
  if (more !== undefined) details['additional_media_info'] = keptOf(more, 'additional_media_info')
  for (const name of ['source_status_id', 'source_user_id']) {
    const id = idIn(medium, name)
    if (id !== undefined) details[`${name}_str`] = String(id)
  }
  const kept: Record<string, unknown> = {}
  for (const name in medium) if (!MEDIA_FIELDS.has(name)) kept[name] = keptOf(medium[name], name)
  if (Object.keys(kept).length > 0) details['kept'] = kept
  return details
}

/** In archives the numbers of videos are texts. */
function numbersIn(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value)
  if (Array.isArray(value)) return value.map(numbersIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, numbersIn(inner)]))
}

function sizesIn(medium: Fields): PostMedia['sizes'] {
  const sizes: Record<string, MediaSize> = {}
  for (const [name, value] of Object.entries(objectIn(medium, 'sizes') ?? {})) {
    const size = objectIn({ size: value }, 'size') ?? {}
    const [w, h] = [Number(size['w']), Number(size['h'])]
    if (!Number.isFinite(w) || !Number.isFinite(h))
      throw new Misfit('a medium has a size without width or height')
    if (name !== '__proto__') sizes[name] = { w, h, resize: textIn(size, 'resize') ?? 'fit' }
  }
  return sizes
}

function demandText(fields: Fields, name: string, what: string): string {
  const text = textIn(fields, name)
  if (text === undefined) throw new Misfit(`${what} has no ${name}`)
  return text
}
