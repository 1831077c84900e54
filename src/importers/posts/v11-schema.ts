/**
 * Declares the schema of all stored fields of v1.1 post objects (spec/posts.md#post-object). The schema does not check
 * the id, the author and the reposted post. post-object.ts reads these, and rejects the post if one of them is invalid.
 */
import { Type } from 'typebox'
import { LANG, MAX_TEXT_LENGTH, PERMALINK, PRIVATE_COUNTS } from '../../domain/posts/content-schema.ts'
import {
  ADDRESS,
  COUNT,
  completeLink,
  INDICES,
  keywords,
  LINK,
  listOf,
  MEDIA_TYPE,
  NAME,
  objectOf,
  UNWOUND,
  VIDEO_INFO,
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
import { V11_PLACE, V11_POINT } from './v11-place-schema.ts'

const TEXT = Type.String(keywords({ longest: MAX_TEXT_LENGTH, isCut: true }))

/** If the indices of an entity are wrong or missing, recorded-text.ts searches the text for the entity. */
const TAG = objectOf({ text: NAME }, { indices: INDICES })

const MENTION = objectOf(
  { screen_name: NAME, id_str: Type.String() },
  { name: NAME, indices: INDICES },
  { mend: digitsOf({ required: ['id'] }) },
)

const LINK_ENTITY = objectOf(
  { url: LINK, expanded_url: ADDRESS, display_url: ADDRESS },
  { indices: INDICES, unwound: UNWOUND },
  { mend: completeLink },
)

const MEDIUM_IDS = ['id', 'source_status_id', 'source_user_id']

const MEDIUM = Type.Object(
  {
    ...objectOf(
      { type: MEDIA_TYPE },
      {
        ...idTexts(MEDIUM_IDS),
        indices: INDICES,
        url: ADDRESS,
        display_url: ADDRESS,
        expanded_url: ADDRESS,
        media_url: ADDRESS,
        media_url_https: ADDRESS,
        sizes: Type.Record(
          Type.String(),
          objectOf({ w: COUNT, h: COUNT }, { resize: Type.String(keywords({ longest: 30 })) }),
          keywords({ mend: sizesOf }),
        ),
        ext_alt_text: WORDS,
        video_info: VIDEO_INFO,
        additional_media_info: KEPT_MEMBERS,
      },
    ).properties,
  },
  { additionalProperties: KEPT, ...keywords({ mend: mediumOf }) },
)

/** Makes a medium without a type a photo, because the oldest recordings contain no types. */
function mediumOf(value: unknown, note: Parameters<ReturnType<typeof digitsOf>>[1]): unknown {
  const medium = digitsOf({ optional: MEDIUM_IDS })(value, note)
  if (typeof medium !== 'object' || medium === null || Array.isArray(medium)) return medium
  return { ...medium, type: (medium as { readonly type?: unknown }).type ?? 'photo' }
}

/** The sizes of a medium by name. Archives of 2012 to 2019 have a list of named sizes instead. */
function sizesOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return Object.fromEntries(
    value.flatMap((size: unknown, index) => {
      if (typeof size !== 'object' || size === null) return []
      const { name } = size as { readonly name?: unknown }
      return [[typeof name === 'string' && name !== '' ? name : `size${index}`, size]]
    }),
  )
}

/** Schema of entities. Entities of other kinds are stored unchanged. */
const ENTITIES = Type.Object(
  objectOf(
    {},
    {
      hashtags: listOf(TAG),
      symbols: listOf(TAG),
      user_mentions: listOf(MENTION),
      urls: listOf(LINK_ENTITY),
      media: listOf(MEDIUM),
    },
  ).properties,
  { additionalProperties: KEPT },
)

const EXTENDED_ENTITIES = objectOf({}, { media: listOf(MEDIUM) })

/** Text and entities of a post, or of its `extended_tweet`. */
const SAID = {
  text: TEXT,
  full_text: TEXT,
  display_text_range: INDICES,
  entities: ENTITIES,
  extended_entities: EXTENDED_ENTITIES,
}

const REFERENCES = ['in_reply_to_status_id', 'in_reply_to_user_id', 'quoted_status_id']

export const V11_POST = Type.Object(
  {
    ...objectOf(
      {},
      {
        id: AS_IT_CAME,
        id_str: AS_IT_CAME,
        user: AS_IT_CAME,
        retweeted_status: AS_IT_CAME,
        quoted_status: AS_IT_CAME,
        created_at: SHORT_TEXT,
        ...SAID,
        truncated: FLAG,
        extended_tweet: objectOf({}, SAID),
        note_tweet: objectOf({}, SAID),
        source: WORDS,
        ...idTexts(REFERENCES),
        in_reply_to_screen_name: NAME,
        geo: V11_POINT,
        coordinates: V11_POINT,
        place: V11_PLACE,
        is_quote_status: FLAG,
        quoted_status_permalink: PERMALINK,
        retweet_count: COUNT,
        favorite_count: COUNT,
        reply_count: COUNT,
        quote_count: COUNT,
        non_public_metrics: PRIVATE_COUNTS,
        organic_metrics: PRIVATE_COUNTS,
        promoted_metrics: PRIVATE_COUNTS,
        possibly_sensitive: FLAG,
        lang: LANG,
        card_uri: ADDRESS,
        withheld_in_countries: COUNTRIES,
        withheld_copyright: FLAG,
        withheld_scope: NAME,
        scopes: KEPT_MEMBERS,
        favorited: AS_IT_CAME,
        retweeted: AS_IT_CAME,
        current_user_retweet: AS_IT_CAME,
      },
    ).properties,
  },
  { additionalProperties: KEPT, ...keywords({ mend: digitsOf({ optional: REFERENCES }) }) },
)
