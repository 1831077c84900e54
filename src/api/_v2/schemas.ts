/** Bodies of Labs v2 and API v2, for the API document. */
import { Type } from 'typebox'
import { MEDIA_FIELDS } from '../../formats/v2/media-fields.ts'
import { PLACE_FIELDS } from '../../formats/v2/place-fields.ts'
import { POLL_FIELDS } from '../../formats/v2/poll-fields.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { COUNT, some, TEXT } from '../../formats/v2/scalars.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'

export const V2_POST = Type.Object(POST_FIELDS.schema(), { title: 'V2Post' })
export const V2_USER = Type.Object(USER_FIELDS.schema(), { title: 'V2User' })

const V2_MEDIA = Type.Object(MEDIA_FIELDS.schema(), { title: 'V2Media' })
const V2_PLACE = Type.Object(PLACE_FIELDS.schema(), { title: 'V2Place' })
const V2_POLL = Type.Object(POLL_FIELDS.schema(), { title: 'V2Poll' })

export const V2_INCLUDES = Type.Object(
  {
    tweets: some(Type.Array(V2_POST)),
    users: some(Type.Array(V2_USER)),
    places: some(Type.Array(V2_PLACE)),
    media: some(Type.Array(V2_MEDIA)),
    polls: some(Type.Array(V2_POLL)),
  },
  { title: 'V2Includes', description: 'The expanded objects, each once.' },
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
  { title: 'V2PartialError', description: 'An object of the request that is missing in the response.' },
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

export const POST_PAGE = Type.Object(
  {
    data: some(Type.Array(V2_POST)),
    ...REST,
    meta: some(Type.Object({ result_count: COUNT, next_token: some(TEXT), previous_token: some(TEXT) })),
  },
  { title: 'V2PostPage' },
)

export const TIMELINE_PAGE = Type.Object(
  {
    ...POST_PAGE.properties,
    meta: some(
      Type.Object({
        result_count: COUNT,
        newest_id: some(TEXT),
        oldest_id: some(TEXT),
        next_token: some(TEXT),
        previous_token: some(TEXT),
      }),
    ),
  },
  { title: 'V2TimelinePage' },
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
  index_complete_since: Type.Optional(Type.String({ format: 'date-time' })),
})
export const SEARCH_PAGE = Type.Object(
  { ...POST_LIST.properties, meta: SEARCH_META },
  { title: 'SearchPage', description: '`data` is absent when nothing was found.' },
)
