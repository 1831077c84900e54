/** Declares the schema of all stored fields of v2 objects (spec/v2-objects.md#post). */
import { Type } from 'typebox'
import { IMPORTED_MEMBERS } from '../../domain/accounts/profiles/imported-fields.ts'
import { PROFILE_LINK } from '../../domain/accounts/profiles/schema.ts'
import {
  CONTEXT_ANNOTATION,
  LANG,
  MAX_TEXT_LENGTH,
  PRIVATE_COUNTS,
  PROBABILITY,
} from '../../domain/posts/content-schema.ts'
import {
  ADDRESS,
  COUNT,
  INDICES,
  keywords,
  LINK,
  listOf,
  MEDIA_TYPE,
  NAME,
  objectOf,
  WORDS,
} from '../../domain/posts/entity-schema.ts'
import {
  AS_IT_CAME,
  COUNTRIES,
  digitsOf,
  FLAG,
  idTexts,
  KEPT,
  KEPT_MEMBERS,
  SHORT_TEXT,
} from './schema-parts.ts'

/** `start` and `end`; in v1.1 they are a pair. If they are missing, the reader searches the text for the entity. */
const PLACE = { start: COUNT, end: COUNT }

const TAG = objectOf({ tag: NAME }, PLACE)

const LINK_ENTITY = objectOf(
  { url: LINK },
  {
    ...PLACE,
    expanded_url: ADDRESS,
    display_url: ADDRESS,
    media_key: NAME,
    unwound_url: LINK,
    status: COUNT,
    title: WORDS,
    description: WORDS,
    images: listOf(objectOf({ url: LINK, width: COUNT, height: COUNT })),
  },
)

const MENTION = objectOf(
  { username: NAME },
  { ...PLACE, ...idTexts(['id']) },
  { mend: digitsOf({ optional: ['id'] }) },
)

const ANNOTATION = objectOf({ normalized_text: NAME }, { ...PLACE, probability: PROBABILITY, type: NAME })

const ENTITIES = objectOf(
  {},
  {
    hashtags: listOf(TAG),
    cashtags: listOf(TAG),
    mentions: listOf(MENTION),
    urls: listOf(LINK_ENTITY),
    annotations: listOf(ANNOTATION),
  },
)

const WITHHELD = objectOf({}, { country_codes: COUNTRIES, copyright: FLAG, scope: NAME })

const BOX = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()])

/** Fields of a place; flattened posts have them in `geo`. */
const PLACE_MEMBERS = {
  name: NAME,
  full_name: NAME,
  country: NAME,
  country_code: NAME,
  place_type: NAME,
  contained_within: listOf(KEPT),
}

const GEO = objectOf(
  {},
  {
    ...PLACE_MEMBERS,
    id: NAME,
    place_id: NAME,
    geo: objectOf({}, { bbox: BOX }),
    coordinates: objectOf({ coordinates: Type.Tuple([Type.Number(), Type.Number()]) }),
  },
)

export const V2_PLACE = objectOf({ id: LINK }, { ...PLACE_MEMBERS, geo: objectOf({}, { bbox: BOX }) })

const ATTACHMENTS = Type.Object(
  objectOf({}, { media_keys: listOf(NAME), poll_ids: listOf(NAME), media: listOf(AS_IT_CAME) }).properties,
  { additionalProperties: KEPT },
)

const REFERENCE = Type.Object(objectOf({ type: NAME }).properties, { additionalProperties: AS_IT_CAME })

const IDS = ['in_reply_to_user_id', 'conversation_id']

export const V2_POST = Type.Object(
  objectOf(
    {},
    {
      id: AS_IT_CAME,
      author_id: AS_IT_CAME,
      author: AS_IT_CAME,
      in_reply_to_user: AS_IT_CAME,
      // Only tables have this field.
      in_reply_to_screen_name: NAME,
      text: Type.String(keywords({ longest: MAX_TEXT_LENGTH, isCut: true })),
      created_at: SHORT_TEXT,
      ...idTexts(IDS),
      lang: LANG,
      possibly_sensitive: FLAG,
      source: WORDS,
      referenced_tweets: listOf(REFERENCE),
      attachments: ATTACHMENTS,
      geo: GEO,
      entities: ENTITIES,
      context_annotations: listOf(CONTEXT_ANNOTATION),
      withheld: WITHHELD,
      truncated: FLAG,
      public_metrics: objectOf(
        {},
        {
          retweet_count: COUNT,
          reply_count: COUNT,
          like_count: COUNT,
          quote_count: COUNT,
          impression_count: COUNT,
        },
      ),
      non_public_metrics: PRIVATE_COUNTS,
      organic_metrics: PRIVATE_COUNTS,
      promoted_metrics: PRIVATE_COUNTS,
      display_text_range: INDICES,
      card_uri: ADDRESS,
      __twarc: AS_IT_CAME,
      scopes: KEPT_MEMBERS,
    },
  ).properties,
  { additionalProperties: KEPT, ...keywords({ mend: digitsOf({ optional: IDS }) }) },
)

const USER_LINKS = objectOf({}, { urls: listOf(PROFILE_LINK) })

export const V2_USER = objectOf(
  {},
  {
    id: AS_IT_CAME,
    username: NAME,
    name: NAME,
    created_at: SHORT_TEXT,
    protected: FLAG,
    suspended: FLAG,
    withheld: objectOf({}, { country_codes: COUNTRIES }),
    entities: objectOf({}, { url: USER_LINKS, description: USER_LINKS }),
    url: ADDRESS,
    profile_image_url: ADDRESS,
    public_metrics: objectOf({}, { listed_count: COUNT }),
    ...IMPORTED_MEMBERS,
  },
)

const VARIANT = objectOf(
  { content_type: Type.String(keywords({ longest: 100, fallback: '' })), url: ADDRESS },
  { bit_rate: COUNT },
)

export const V2_MEDIUM = Type.Object(
  {
    ...objectOf(
      { media_key: Type.String({ pattern: '^[0-9]{1,9}_[0-9]{1,19}$' }), type: MEDIA_TYPE },
      {
        url: ADDRESS,
        preview_image_url: ADDRESS,
        width: COUNT,
        height: COUNT,
        alt_text: WORDS,
        duration_ms: COUNT,
        variants: listOf(VARIANT),
        public_metrics: objectOf({}, { view_count: COUNT }),
      },
    ).properties,
  },
  { additionalProperties: KEPT },
)

export const V2_POLL = objectOf(
  {
    ...idTexts(['id']),
    options: listOf(objectOf({ label: NAME }, { position: COUNT, votes: COUNT }), { fallback: [] }),
  },
  { duration_minutes: COUNT, end_datetime: SHORT_TEXT, voting_status: NAME },
  { mend: digitsOf({ required: ['id'] }) },
)
