/** Reads the entities of a v1.1 post object (spec/posts.md#post-object) after v11-schema.ts has repaired the object. */
import type { MediaSize, PostMedia, TagEntity, UrlEntity, UserMention } from '../../domain/posts/content.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { extractEntities } from '../../text/entities.ts'
import { indexMap, spanIndices } from '../../text/index-units.ts'
import { displayUrl, expandedUrl } from '../../text/links.ts'
import type { Fields } from '../json-fields.ts'
import { derivedMediaId } from './derived-media-id.ts'
import { linkTargets } from './link-targets.ts'
import { movedPlaces, Places, type RecordedText, shownLength } from './recorded-text.ts'

export interface PostEntities {
  readonly hashtags: readonly TagEntity[]
  readonly symbols: readonly TagEntity[]
  readonly userMentions: readonly UserMention[]
  readonly urls: readonly UrlEntity[]
  readonly media: readonly PostMedia[]
  /** Entities of further kinds, which are stored unchanged. */
  readonly others: Readonly<Record<string, unknown>>
}

/** Facts about a post that reading its entities requires. */
export interface EntityContext {
  readonly recorded: RecordedText
  readonly postId: bigint
  readonly note: ReportFault
  /** Users whose ids the post contains, by their screen names in lower case. */
  readonly known: ReadonlyMap<string, { readonly id: bigint; readonly name: string }>
  /** Addresses of the links of the text, separated by commas: `expanded_urls` of an archive's `tweets.csv`. */
  readonly addresses?: string | undefined
}

const KINDS = new Set(['hashtags', 'symbols', 'user_mentions', 'urls', 'media'])

/**
 * The entities of a post. If the object has no entities, they are derived from the text.
 * @param entities the field `entities`; undefined if the field is missing, which differs from an empty object
 * @param extended the field `extended_entities`, which has all media; undefined if the field is missing
 */
export function entitiesIn(
  entities: Fields | undefined,
  extended: Fields | undefined,
  context: EntityContext,
): PostEntities {
  const media = listOf(extended, 'media')
  const mediaHere = (media.length > 0 ? media : listOf(entities, 'media')).map((medium, index) =>
    mediumOf(medium, index, context),
  )
  if (entities === undefined) return { ...derivedEntities(context), media: mediaHere, others: {} }
  const places = new Places(context.recorded, context.note)
  const others = Object.entries(entities).filter(([kind]) => !KINDS.has(kind))
  return {
    hashtags: listOf(entities, 'hashtags').flatMap((tag) => tagOf(tag, '#', 'entities.hashtags', places)),
    symbols: listOf(entities, 'symbols').flatMap((tag) => tagOf(tag, '$', 'entities.symbols', places)),
    userMentions: listOf(entities, 'user_mentions').flatMap((mention) => mentionOf(mention, places)),
    urls: listOf(entities, 'urls').flatMap((url) => urlOf(url, places)),
    media: mediaHere,
    others: Object.fromEntries(others),
  }
}

function listOf(fields: Fields | undefined, name: string): readonly Fields[] {
  return (fields?.[name] ?? []) as readonly Fields[]
}

function tagOf(tag: Fields, sign: string, path: string, places: Places): TagEntity[] {
  const text = tag['text'] as string
  const indices = places.of(tag['indices'], sign + text, path)
  return indices === undefined ? [] : [{ text, indices }]
}

function mentionOf(mention: Fields, places: Places): UserMention[] {
  const { screen_name, name = screen_name, id_str, indices } = mention as Partial<UserMention> & Fields
  const at = places.of(indices, `@${screen_name}`, 'entities.user_mentions')
  return at === undefined
    ? []
    : [{ screen_name: screen_name as string, name: name as string, id_str: id_str as string, indices: at }]
}

function urlOf(entity: Fields, places: Places): UrlEntity[] {
  const { url, expanded_url, display_url, unwound } = entity as unknown as UrlEntity
  const indices = places.of(entity['indices'], url, 'entities.urls')
  if (indices === undefined) return []
  return [{ url, expanded_url, display_url, indices, ...(unwound === undefined ? {} : { unwound }) }]
}

/**
 * Entities that were found in a text. Mentions are included only if their ids are known. Links have an expanded URL only
 * if the context has their addresses.
 */
export function derivedEntities({
  recorded,
  known,
  note,
  addresses,
}: EntityContext): Omit<PostEntities, 'media' | 'others'> {
  const { hashtags, cashtags, mentions, urls } = extractEntities(recorded.text)
  const map = indexMap(recorded.text, 'escaped')
  const tag = (entity: (typeof hashtags)[number]) => ({ text: entity.tag, indices: spanIndices(map, entity) })
  if (hashtags.length + cashtags.length + mentions.length + urls.length > 0) note('entities', 'not recorded')
  const links = urls.map(({ url }) => url)
  const targets = addresses === undefined ? undefined : linkTargets(links, addresses)
  if (addresses !== undefined && targets === undefined) note('expanded_urls', 'not one for each link')
  return {
    hashtags: hashtags.map(tag),
    symbols: cashtags.map(tag),
    userMentions: mentions.flatMap((mention) => {
      const user = known.get(mention.screenName.toLowerCase())
      return user === undefined
        ? []
        : [
            {
              screen_name: mention.screenName,
              name: user.name,
              id_str: String(user.id),
              indices: spanIndices(map, mention),
            },
          ]
    }),
    urls: urls.map((entity) => {
      const address = expandedUrl(targets?.get(entity.url) ?? entity.url)
      return {
        url: entity.url,
        expanded_url: address,
        display_url: displayUrl(address),
        indices: spanIndices(map, entity),
      }
    }),
  }
}

const MEDIA_FIELDS = new Set([
  ...['id_str', 'type', 'indices', 'url', 'display_url', 'expanded_url', 'media_url_https', 'media_url'],
  ...['sizes', 'ext_alt_text', 'video_info', 'additional_media_info', 'source_status_id_str'],
  'source_user_id_str',
])

/** A medium. If it has no link in the text, its indices are at the end of the text. */
function mediumOf(medium: Fields, index: number, { recorded, postId, note }: EntityContext): PostMedia {
  const told_ = medium as Partial<PostMedia>
  const { url = '', media_url, media_url_https } = told_
  const kept = Object.entries(medium).filter(([name]) => !MEDIA_FIELDS.has(name))
  const id_str = told_.id_str ?? derivedMediaId(postId, index)
  if (told_.id_str === undefined) note('entities.media', 'no id')
  const expanded_url = told_.expanded_url ?? url
  return {
    id_str,
    type: told_.type ?? 'photo',
    indices: placeOfMedium(medium['indices'], url, recorded, note),
    url,
    display_url: told_.display_url ?? url,
    expanded_url,
    media_url_https: media_url_https ?? media_url?.replace(/^http:/, 'https:') ?? '',
    ...(media_url === undefined ? {} : { media_url }),
    sizes: sizesIn(told_.sizes ?? {}),
    ...detailsOf(told_),
    ...(kept.length === 0 ? {} : { kept: Object.fromEntries(kept) }),
  }
}

function placeOfMedium(
  indices: unknown,
  url: string,
  recorded: RecordedText,
  note: ReportFault,
): PostMedia['indices'] {
  const places = movedPlaces(indices, recorded)
  if (places !== undefined) return places
  if (indices !== undefined) note('entities.media', 'at no place of the text')
  const end = shownLength(recorded)
  return new Places(recorded, note).find(url) ?? [end, end]
}

function sizesIn(sizes: Readonly<Record<string, Partial<MediaSize>>>): PostMedia['sizes'] {
  const whole = Object.entries(sizes).map(([name, { w = 0, h = 0, resize = 'fit' }]) => [
    name,
    { w, h, resize },
  ])
  return Object.fromEntries(whole) as PostMedia['sizes']
}

function detailsOf(medium: Partial<PostMedia>): Partial<PostMedia> {
  const details: Record<string, unknown> = {}
  for (const name of [
    'ext_alt_text',
    'video_info',
    'additional_media_info',
    'source_status_id_str',
    'source_user_id_str',
  ] as const) {
    if (medium[name] !== undefined) details[name] = medium[name]
  }
  return details
}
