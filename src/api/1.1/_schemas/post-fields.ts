/** What every v1.1 post object has, for the API document; `formats/v1.1/post.ts` makes it. */
import { type TSchema, Type } from 'typebox'
import { count, date, id, idText, idTwins, nullable } from '../../../formats/v1.1/scalars.ts'

const text = Type.String()
const flag = Type.Boolean()

const INDICES = Type.Array(Type.Integer({ minimum: 0 }), {
  minItems: 2,
  maxItems: 2,
  description: 'Where it stands, in code points; the second is the first after it.',
})

const TAG = Type.Object({ text: Type.String({ description: 'Without its sign.' }), indices: INDICES })

const SIZE = Type.Object({ w: Type.Integer(), h: Type.Integer(), resize: text })

const MEDIA_FIELDS = {
  ...idTwins('id', 'The media.'),
  indices: INDICES,
  media_url: text,
  media_url_https: text,
  url: text,
  display_url: text,
  expanded_url: text,
  type: Type.Union([Type.Literal('photo'), Type.Literal('video'), Type.Literal('animated_gif')]),
  sizes: Type.Record(Type.String(), SIZE),
  source_status_id: Type.Optional(id('The post that the media are copied from.')),
  source_status_id_str: Type.Optional(idText('The post that the media are copied from.')),
  source_user_id: Type.Optional(id('Who wrote that.')),
  source_user_id_str: Type.Optional(idText('Who wrote that.')),
}

const EXTENDED_MEDIA = Type.Object({
  ...MEDIA_FIELDS,
  video_info: Type.Optional(
    Type.Object({
      aspect_ratio: Type.Optional(Type.Array(Type.Number())),
      duration_millis: Type.Optional(Type.Number()),
      variants: Type.Array(
        Type.Object({ bitrate: Type.Optional(Type.Number()), content_type: text, url: text }),
      ),
    }),
  ),
  additional_media_info: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  ext_alt_text: Type.Optional(nullable(text)),
})

const UNWOUND = Type.Object(
  {
    url: Type.Optional(text),
    status: Type.Optional(Type.Integer()),
    title: Type.Optional(text),
    description: Type.Optional(text),
    images: Type.Optional(Type.Array(Type.Unknown())),
  },
  { description: 'What the page says of itself, as an import told it.' },
)

const ENTITIES = Type.Object(
  {
    hashtags: Type.Array(TAG),
    symbols: Type.Array(TAG),
    user_mentions: Type.Array(
      Type.Object({ screen_name: text, name: text, ...idTwins('id', 'The user.'), indices: INDICES }),
    ),
    urls: Type.Array(
      Type.Object({
        url: Type.String({ description: 'As it stands in the text.' }),
        expanded_url: Type.String({ description: 'Where it leads.' }),
        display_url: text,
        indices: INDICES,
        unwound: Type.Optional(UNWOUND),
      }),
    ),
    polls: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Cards with questions, as an import told them.' }),
    ),
    media: Type.Optional(Type.Array(Type.Object(MEDIA_FIELDS))),
  },
  { description: 'What the text holds. Left out with `include_entities=false`.' },
)

const POINT = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
})

const PLACE = Type.Object({
  id: text,
  url: nullable(text),
  place_type: text,
  name: text,
  full_name: text,
  country_code: text,
  country: text,
  contained_within: Type.Array(Type.Unknown()),
  bounding_box: Type.Unknown(),
  attributes: Type.Record(Type.String(), Type.Unknown()),
})

function maybeTwins(name: string, description: string): Record<string, TSchema> {
  return { [name]: nullable(id(description)), [`${name}_str`]: nullable(idText(description)) }
}

/** What there is before the author. */
export const FIRST_FIELDS = {
  created_at: date('When it was written.'),
  ...idTwins('id', 'The post.'),
  text: Type.Optional(Type.String({ description: 'Cut to 140 characters; `&`, `<` and `>` are escaped.' })),
  full_text: Type.Optional(Type.String({ description: 'The whole text, with `tweet_mode=extended`.' })),
  truncated: Type.Boolean({ description: 'Whether the text is cut.' }),
  display_text_range: Type.Optional(INDICES),
  entities: Type.Optional(ENTITIES),
  extended_entities: Type.Optional(Type.Object({ media: Type.Array(EXTENDED_MEDIA) })),
  source: Type.String({ description: 'With what it was written: an HTML anchor.' }),
  ...maybeTwins('in_reply_to_status_id', 'The post that it answers.'),
  ...maybeTwins('in_reply_to_user_id', 'The user whom it answers.'),
  in_reply_to_screen_name: nullable(text),
}

/** What there is after the author, without what it reposts and quotes. */
export const LAST_FIELDS = {
  geo: nullable(POINT),
  coordinates: nullable(POINT),
  place: nullable(PLACE),
  contributors: Type.Null(),
  is_quote_status: flag,
  quoted_status_id: Type.Optional(id('The quoted post.')),
  quoted_status_id_str: Type.Optional(idText('The quoted post.')),
  quoted_status_permalink: Type.Optional(Type.Object({ url: text, expanded: text, display: text })),
  retweet_count: count('Reposts.'),
  favorite_count: count('Likes.'),
  favorited: Type.Boolean({ description: 'Whether the caller likes it.' }),
  retweeted: Type.Boolean({ description: 'Whether the caller reposts it.' }),
  possibly_sensitive: Type.Optional(
    Type.Boolean({ description: 'Of what it leads to; where there is a link or media.' }),
  ),
  possibly_sensitive_appealable: Type.Optional(flag),
  lang: Type.String({ description: 'BCP 47; `und` where nobody can tell.' }),
  card_uri: Type.Optional(text),
  current_user_retweet: Type.Optional(Type.Object(idTwins('id', "The caller's repost."))),
  scopes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  withheld_copyright: Type.Optional(flag),
  withheld_in_countries: Type.Optional(
    Type.Array(Type.String(), { description: 'Where it is not shown: ISO 3166-1 alpha-2, or `XX`.' }),
  ),
  withheld_scope: Type.Optional(Type.Literal('status')),
}
