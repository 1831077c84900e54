/** Schemas of the parts of the v1.1 post object, for the API document. */
import { Type } from 'typebox'
import { id, idText, idTwins, nullable } from './scalars.ts'

const text = Type.String()

export const INDICES = Type.Array(Type.Integer({ minimum: 0 }), {
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

export const EXTENDED_ENTITIES = Type.Object({ media: Type.Array(EXTENDED_MEDIA) })

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

export const ENTITIES = Type.Object(
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

export const POINT = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
})

export const PLACE = Type.Object({
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
