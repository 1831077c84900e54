/** Bodies of Labs v2 and the second generation, for the API document. */
import { type TSchema, Type } from 'typebox'
import type { MEDIA_FIELDS } from '../../formats/v2/fields.ts'

const ID = Type.String({ pattern: '^[0-9]{1,19}$' })
const TIME = Type.String({ format: 'date-time' })
const COUNT = Type.Integer({ minimum: 0 })
const TEXT = Type.String()

function some<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(schema)
}

/** Where an entity stands in the text: code points, the end exclusive. */
const SPAN = { start: COUNT, end: COUNT }

const URLS = Type.Array(
  Type.Object({
    ...SPAN,
    url: TEXT,
    expanded_url: TEXT,
    display_url: TEXT,
    unwound_url: some(TEXT),
    status: some(Type.Integer()),
    title: some(TEXT),
    description: some(TEXT),
    images: some(Type.Array(Type.Object({ url: TEXT, width: COUNT, height: COUNT }))),
  }),
)

const TAGS = Type.Array(Type.Object({ ...SPAN, tag: TEXT }))
const MENTIONS = Type.Array(Type.Object({ ...SPAN, username: TEXT }))

const TEXT_ENTITIES = {
  urls: some(URLS),
  hashtags: some(TAGS),
  cashtags: some(TAGS),
  mentions: some(MENTIONS),
}

const NAMED = Type.Object({ id: TEXT, name: TEXT, description: some(TEXT) })

const WITHHELD = { country_codes: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' })) }

const CLICKS = { url_link_clicks: some(COUNT), user_profile_clicks: COUNT }

const ORGANIC = Type.Object(
  { impression_count: COUNT, retweet_count: COUNT, reply_count: COUNT, like_count: COUNT, ...CLICKS },
  { title: 'V2PrivateMetrics', description: 'Only for the author, for 30 days.' },
)

export const V2_POST = Type.Object(
  {
    id: ID,
    text: TEXT,
    created_at: some(TIME),
    author_id: some(ID),
    conversation_id: some(ID),
    in_reply_to_user_id: some(ID),
    referenced_tweets: some(
      Type.Array(
        Type.Object({
          type: Type.Union([Type.Literal('retweeted'), Type.Literal('quoted'), Type.Literal('replied_to')]),
          id: ID,
        }),
      ),
    ),
    attachments: some(Type.Object({ media_keys: some(Type.Array(TEXT)), poll_ids: some(Type.Array(TEXT)) })),
    geo: some(
      Type.Object({
        coordinates: some(
          Type.Object({
            type: Type.Literal('Point'),
            coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
          }),
        ),
        place_id: some(TEXT),
      }),
    ),
    context_annotations: some(Type.Array(Type.Object({ domain: NAMED, entity: NAMED }))),
    entities: some(
      Type.Object({
        ...TEXT_ENTITIES,
        annotations: some(
          Type.Array(
            Type.Object(
              {
                ...SPAN,
                probability: Type.Number({ minimum: 0, maximum: 1 }),
                type: TEXT,
                normalized_text: TEXT,
              },
              { description: 'Its end is the last code point itself.' },
            ),
          ),
        ),
      }),
    ),
    withheld: some(
      Type.Object({
        copyright: Type.Boolean(),
        ...WITHHELD,
        scope: Type.Union([Type.Literal('tweet'), Type.Literal('user')]),
      }),
    ),
    public_metrics: some(
      Type.Object({ retweet_count: COUNT, reply_count: COUNT, like_count: COUNT, quote_count: COUNT }),
    ),
    non_public_metrics: some(Type.Object({ impression_count: COUNT, ...CLICKS })),
    organic_metrics: some(ORGANIC),
    promoted_metrics: some(ORGANIC),
    possibly_sensitive: some(Type.Boolean()),
    lang: some(TEXT),
    source: some(TEXT),
  },
  { title: 'V2Post' },
)

export const V2_USER = Type.Object(
  {
    id: ID,
    name: TEXT,
    username: TEXT,
    created_at: some(TIME),
    description: some(TEXT),
    entities: some(
      Type.Object({
        url: some(Type.Object({ urls: URLS })),
        description: some(Type.Object(TEXT_ENTITIES)),
      }),
    ),
    location: some(TEXT),
    pinned_tweet_id: some(ID),
    profile_image_url: some(TEXT),
    protected: some(Type.Boolean()),
    public_metrics: some(
      Type.Object({
        followers_count: COUNT,
        following_count: COUNT,
        tweet_count: COUNT,
        listed_count: COUNT,
      }),
    ),
    url: some(TEXT),
    verified: some(Type.Boolean()),
    withheld: some(Type.Object({ ...WITHHELD, scope: Type.Literal('user') })),
  },
  { title: 'V2User' },
)

const MEDIA_MEMBERS = {
  duration_ms: COUNT,
  height: COUNT,
  media_key: Type.String({ pattern: '^[0-9]+_[0-9]+$' }),
  non_public_metrics: Type.Record(TEXT, COUNT),
  organic_metrics: Type.Record(TEXT, COUNT),
  preview_image_url: TEXT,
  promoted_metrics: Type.Record(TEXT, COUNT),
  public_metrics: Type.Object({ view_count: COUNT }),
  type: Type.Union([Type.Literal('photo'), Type.Literal('video'), Type.Literal('animated_gif')]),
  url: TEXT,
  width: COUNT,
} as const satisfies Record<(typeof MEDIA_FIELDS)[number], TSchema>

const V2_MEDIA = Type.Object(
  {
    ...Object.fromEntries(Object.entries(MEDIA_MEMBERS).map(([name, schema]) => [name, some(schema)])),
    media_key: MEDIA_MEMBERS.media_key,
    type: MEDIA_MEMBERS.type,
  },
  { title: 'V2Media' },
)

const V2_PLACE = Type.Object(
  {
    id: TEXT,
    full_name: TEXT,
    name: some(TEXT),
    country: some(TEXT),
    country_code: some(TEXT),
    place_type: some(TEXT),
    contained_within: some(Type.Array(TEXT)),
    geo: some(
      Type.Object({
        type: Type.Literal('Feature'),
        bbox: Type.Array(Type.Number(), { minItems: 4, maxItems: 4 }),
        properties: Type.Object({}),
      }),
    ),
  },
  { title: 'V2Place' },
)

const V2_POLL = Type.Object(
  {
    id: TEXT,
    options: Type.Array(Type.Object({ position: COUNT, label: TEXT, votes: COUNT })),
    voting_status: some(Type.Union([Type.Literal('open'), Type.Literal('closed')])),
    end_datetime: some(TIME),
    duration_minutes: some(COUNT),
  },
  { title: 'V2Poll' },
)

export const V2_INCLUDES = Type.Object(
  {
    tweets: some(Type.Array(V2_POST)),
    users: some(Type.Array(V2_USER)),
    places: some(Type.Array(V2_PLACE)),
    media: some(Type.Array(V2_MEDIA)),
    polls: some(Type.Array(V2_POLL)),
  },
  { title: 'V2Includes', description: 'What the expansions lead to, each thing once.' },
)

export const V2_PARTIAL_ERROR = Type.Object(
  {
    title: TEXT,
    detail: TEXT,
    type: TEXT,
    parameter: TEXT,
    value: TEXT,
    resource_type: Type.Union([Type.Literal('tweet'), Type.Literal('user'), Type.Literal('media')]),
    resource_id: some(TEXT),
    section: some(Type.Union([Type.Literal('data'), Type.Literal('includes')])),
    field: some(TEXT),
  },
  { title: 'V2PartialError', description: 'What was asked for and is not in the answer.' },
)

const REST = {
  includes: some(V2_INCLUDES),
  errors: some(Type.Array(V2_PARTIAL_ERROR)),
}

export const ONE_POST = Type.Object({ data: some(V2_POST), ...REST }, { title: 'V2OnePost' })
export const POST_LIST = Type.Object({ data: some(Type.Array(V2_POST)), ...REST }, { title: 'V2PostList' })
export const ONE_USER = Type.Object({ data: some(V2_USER), ...REST }, { title: 'V2OneUser' })
export const USER_LIST = Type.Object({ data: some(Type.Array(V2_USER)), ...REST }, { title: 'V2UserList' })

export const USER_PAGE = Type.Object(
  {
    data: some(Type.Array(V2_USER)),
    ...REST,
    meta: some(Type.Object({ result_count: COUNT, next_token: some(TEXT), previous_token: some(TEXT) })),
  },
  { title: 'V2UserPage' },
)

export const HIDDEN = Type.Object({ hidden: Type.Boolean() }, { title: 'V2Hidden' })

export const HIDDEN_ANSWER = Type.Object(
  { data: some(HIDDEN), errors: some(Type.Array(V2_PARTIAL_ERROR)) },
  { title: 'V2HiddenAnswer' },
)

const SEARCH_META = Type.Object({
  newest_id: Type.Optional(Type.String()),
  oldest_id: Type.Optional(Type.String()),
  result_count: Type.Integer(),
  next_token: Type.Optional(Type.String()),
})
export const SEARCH_PAGE = Type.Object(
  { ...POST_LIST.properties, meta: SEARCH_META },
  { title: 'SearchPage', description: 'Without `data` when nothing was found.' },
)
