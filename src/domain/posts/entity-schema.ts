/** The complete schema of stored entities of posts and messages (content.ts), with limits. */
import { type TSchema, Type } from 'typebox'
import type { RepairKeywords } from '../../lib/repair.ts'

/** Maximum length of a URL, in characters. */
export const MAX_ADDRESS_LENGTH = 8_192

/** Maximum length of a name, in characters. */
const MAX_NAME_LENGTH = 1_000
/** Maximum length of a text in the metadata of a page, in characters. */
const MAX_WORDS_LENGTH = 10_000

/** Maximum number of entities of each kind in a text, and of items in other lists. */
export const MAX_ENTITIES = 1_000

/** Maximum position in a text, in code points. */
const MAX_INDEX = 1_000_000

/**
 * Maximum count. The value is far above real counts, and so far below 2^53 that the sum of all counts of a post is
 * exact.
 */
export const MAX_COUNT = 10 ** 15

export const ADDRESS = Type.String(keywords({ longest: MAX_ADDRESS_LENGTH }))
/** A URL in a text; never empty. */
export const LINK = Type.String({ minLength: 1, ...keywords({ longest: MAX_ADDRESS_LENGTH }) })
export const NAME = Type.String(keywords({ longest: MAX_NAME_LENGTH, isCut: true }))
export const WORDS = Type.String(keywords({ longest: MAX_WORDS_LENGTH, isCut: true }))
export const ID_TEXT = Type.String({ pattern: '^[0-9]{1,19}$' })
export const COUNT = Type.Integer({ minimum: 0, maximum: MAX_COUNT })
export const COUNTRY = Type.String({ pattern: '^[A-Z]{2}$' })

const PLACE_IN_TEXT = Type.Integer({ minimum: 0, maximum: MAX_INDEX })
export const INDICES = Type.Tuple([PLACE_IN_TEXT, PLACE_IN_TEXT])
/** Position of an entity in the text; `[0, 0]` for an entity that is not in the text. */
export const INDICES_OR_NONE = Type.Tuple([PLACE_IN_TEXT, PLACE_IN_TEXT], keywords({ fallback: [0, 0] }))

/** Any imported JSON value, unchanged. */
export const KEPT = Type.Unknown(keywords({ kept: 'read' }))
export const KEPT_MEMBERS = Type.Record(Type.String(), KEPT)

/** Checks the type of schema keywords, and returns them. */
export function keywords<Keywords extends RepairKeywords>(given: Keywords): Keywords {
  return given
}

export function listOf(entry: TSchema, more: RepairKeywords = {}) {
  return Type.Array(entry, keywords({ max: MAX_ENTITIES, ...more }))
}

/** An object with required and optional members. */
export function objectOf(
  required: Readonly<Record<string, TSchema>>,
  optional: Readonly<Record<string, TSchema>> = {},
  more: RepairKeywords = {},
) {
  const others = Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)] as const)
  return Type.Object({ ...required, ...Object.fromEntries(others) }, { ...more })
}

/** Completes a link. The expanded URL defaults to the link itself, and the display URL defaults to the expanded URL. */
export function completeLink(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const link = value as Readonly<Record<string, unknown>>
  const { url } = link
  const expanded = typeof link['expanded_url'] === 'string' ? link['expanded_url'] : url
  const display = typeof link['display_url'] === 'string' ? link['display_url'] : expanded
  return { ...link, expanded_url: expanded, display_url: display }
}

export const UNWOUND = objectOf(
  {},
  {
    url: LINK,
    status: COUNT,
    title: WORDS,
    description: WORDS,
    images: listOf(objectOf({ url: LINK, width: COUNT, height: COUNT })),
  },
)

export const TAG_ENTITY = objectOf({ text: NAME, indices: INDICES })

export const MENTION_ENTITY = objectOf({
  screen_name: NAME,
  name: Type.String(keywords({ longest: MAX_NAME_LENGTH, isCut: true, fallback: '' })),
  id_str: ID_TEXT,
  indices: INDICES,
})

export const URL_ENTITY = objectOf(
  { url: LINK, expanded_url: ADDRESS, display_url: ADDRESS, indices: INDICES },
  { unwound: UNWOUND },
  { mend: completeLink },
)

export const MEDIA_TYPE = Type.Union([
  Type.Literal('photo'),
  Type.Literal('video'),
  Type.Literal('animated_gif'),
])

export const SIZES = Type.Record(
  Type.String(),
  objectOf({ w: COUNT, h: COUNT, resize: Type.String(keywords({ longest: 30, fallback: 'fit' })) }),
  keywords({ fallback: {} }),
)

export const VIDEO_INFO = objectOf(
  {},
  {
    aspect_ratio: listOf(Type.Number({ minimum: 0, maximum: MAX_COUNT })),
    duration_millis: COUNT,
    variants: listOf(
      objectOf(
        { content_type: Type.String(keywords({ longest: 100, fallback: '' })), url: LINK },
        { bitrate: COUNT },
      ),
    ),
  },
)

export const MEDIA_ENTITY = objectOf(
  {
    id_str: ID_TEXT,
    type: MEDIA_TYPE,
    indices: INDICES_OR_NONE,
    url: Type.String(keywords({ longest: MAX_ADDRESS_LENGTH, fallback: '' })),
    display_url: Type.String(keywords({ longest: MAX_ADDRESS_LENGTH, fallback: '' })),
    expanded_url: Type.String(keywords({ longest: MAX_ADDRESS_LENGTH, fallback: '' })),
    media_url_https: Type.String(keywords({ longest: MAX_ADDRESS_LENGTH, fallback: '' })),
    sizes: SIZES,
  },
  {
    media_url: ADDRESS,
    ext_alt_text: WORDS,
    video_info: VIDEO_INFO,
    additional_media_info: KEPT_MEMBERS,
    source_status_id_str: ID_TEXT,
    source_user_id_str: ID_TEXT,
    view_count: COUNT,
    kept: KEPT_MEMBERS,
  },
)
