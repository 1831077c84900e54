/**
 * The complete schema of stored post content (content.ts). Imports, and all code that reads stored posts,
 * apply this schema.
 */
import { type TSchema, Type } from 'typebox'
import { repairedJson } from '../../lib/repaired-json.ts'
import type { Place, PostContent, PostGeo } from './content.ts'
import {
  ADDRESS,
  COUNT,
  INDICES,
  KEPT,
  KEPT_MEMBERS,
  keywords,
  LINK,
  listOf,
  MAX_COUNT,
  MEDIA_ENTITY,
  MENTION_ENTITY,
  NAME,
  objectOf,
  TAG_ENTITY,
  URL_ENTITY,
  WORDS,
} from './entity-schema.ts'
import { NAMED_MENTIONS } from './named-mentions.ts'
import { REPLY_SETTINGS } from './reply-settings.ts'

/** Maximum length of a post text in UTF-16 units: four times the longest text that the network accepted. */
export const MAX_TEXT_LENGTH = 100_000

/** The last millisecond of the year 9999. */
const MAX_TIME_MS = 253_402_300_799_999

export const LANG = Type.String(keywords({ longest: 35 }))

const NAMED = objectOf(
  { id: NAME, name: Type.String(keywords({ longest: 1_000, fallback: '' })) },
  { description: WORDS },
)

export const CONTEXT_ANNOTATION = objectOf({ domain: NAMED, entity: NAMED })

export const PROBABILITY = Type.Number({ minimum: 0, maximum: 1, ...keywords({ fallback: 0 }) })

const ANNOTATION = objectOf({
  start: COUNT,
  end: COUNT,
  probability: PROBABILITY,
  type: Type.String(keywords({ longest: 100, fallback: 'Other' })),
  normalized_text: Type.String(keywords({ longest: 1_000, fallback: '' })),
})

export const POLL = objectOf(
  {
    id: NAME,
    options: listOf(objectOf({ position: COUNT, label: NAME, votes: COUNT }), { fallback: [] }),
  },
  {
    duration_minutes: COUNT,
    end_at: Type.Integer({ minimum: 0, maximum: MAX_TIME_MS }),
    voting_status: Type.Union([Type.Literal('open'), Type.Literal('closed')]),
  },
)

export const PERMALINK = objectOf(
  { url: LINK, expanded: ADDRESS, display: ADDRESS },
  {},
  { mend: completePermalink },
)

function completePermalink(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const link = value as Readonly<Record<string, unknown>>
  const expanded = typeof link['expanded'] === 'string' ? link['expanded'] : link['url']
  const display = typeof link['display'] === 'string' ? link['display'] : expanded
  return { ...link, expanded, display }
}

/** Members of additional imported fields that renderers use. */
const KEPT_ASIDE = Type.Object(
  {
    truncated: Type.Optional(Type.Boolean()),
    is_quote_status: Type.Optional(Type.Boolean()),
    source: Type.Optional(WORDS),
    entities: Type.Optional(KEPT_MEMBERS),
    attachments: Type.Optional(KEPT_MEMBERS),
    place_id: Type.Optional(NAME),
    withheld_copyright: Type.Optional(Type.Boolean()),
    withheld_scope: Type.Optional(NAME),
    scopes: Type.Optional(KEPT_MEMBERS),
    [NAMED_MENTIONS]: Type.Optional(listOf(objectOf({ username: NAME, start: COUNT, end: COUNT }))),
  },
  { additionalProperties: KEPT },
)

export const PRIVATE_COUNTS = privateCounts(COUNT)
const PRIVATE_OFFSETS = privateCounts(Type.Integer({ minimum: -MAX_COUNT, maximum: MAX_COUNT }))

function privateCounts(count: TSchema) {
  return objectOf(
    {},
    {
      impression_count: count,
      retweet_count: count,
      reply_count: count,
      like_count: count,
      url_link_clicks: count,
      user_profile_clicks: count,
    },
  )
}

/** Schema of {@link PostContent}. */
export const CONTENT = objectOf(
  { text: Type.String(keywords({ longest: MAX_TEXT_LENGTH, isCut: true, fallback: '' })) },
  {
    hashtags: listOf(TAG_ENTITY),
    symbols: listOf(TAG_ENTITY),
    user_mentions: listOf(MENTION_ENTITY),
    urls: listOf(URL_ENTITY),
    media: listOf(MEDIA_ENTITY),
    display_text_range: INDICES,
    source: objectOf({ name: WORDS }, { url: ADDRESS }),
    lang: LANG,
    possibly_sensitive: Type.Boolean(),
    in_reply_to_screen_name: NAME,
    quoted_status_permalink: PERMALINK,
    annotations: listOf(ANNOTATION),
    context_annotations: listOf(CONTEXT_ANNOTATION),
    poll: POLL,
    reply_settings: Type.Union(REPLY_SETTINGS.map((setting) => Type.Literal(setting))),
    card_uri: ADDRESS,
    promoted: Type.Boolean(),
    promoted_metrics: PRIVATE_COUNTS,
    organic_offsets: PRIVATE_OFFSETS,
    kept: KEPT_ASIDE,
  },
)

/** Parses the stored content of a post. Invalid parts are repaired. */
export const contentOf = repairedJson<PostContent>(CONTENT, { text: '' })

const PLACE_TEXT = Type.String(keywords({ longest: 1_000, isCut: true, fallback: '' }))

/** Points of the outline of a place. Recorded outlines are boxes. */
const POINTS = listOf(listOf(listOf(Type.Number(), { max: 2 }), { max: 100 }), { max: 10 })

export const PLACE = objectOf(
  {
    id: LINK,
    place_type: PLACE_TEXT,
    name: PLACE_TEXT,
    full_name: PLACE_TEXT,
    country_code: PLACE_TEXT,
    country: PLACE_TEXT,
  },
  {
    url: ADDRESS,
    contained_within: listOf(KEPT),
    bounding_box: objectOf({ type: NAME, coordinates: POINTS }),
    attributes: KEPT_MEMBERS,
  },
)

export const POINT = objectOf({
  long: Type.Number({ minimum: -180, maximum: 180 }),
  lat: Type.Number({ minimum: -90, maximum: 90 }),
})

const NO_PLACE: Place = {
  ...{ id: '', place_type: '', name: '', full_name: '', country_code: '', country: '' },
}

/** Parses a stored place. Invalid parts are repaired. */
export const placeOf = repairedJson<Place>(PLACE, NO_PLACE)

const geo = repairedJson<PostGeo>(objectOf({}, { coordinates: POINT, place: PLACE }), {})

/** Parses the geo column; undefined when the column has no coordinates and no place. */
export function geoOf(json: string): PostGeo | undefined {
  const known = geo(json)
  return known.coordinates === undefined && known.place === undefined ? undefined : known
}
