/** Schemas of the bodies of Labs v2 and API v2, for the API document. */
import { Type } from 'typebox'
import { type Day, LABS_DAY, LATEST_DAY } from '../../formats/fields/day.ts'
import { LIST_FIELDS } from '../../formats/v2/list-fields.ts'
import { MEDIA_FIELDS } from '../../formats/v2/media-fields.ts'
import { PLACE_FIELDS } from '../../formats/v2/place-fields.ts'
import { POLL_FIELDS } from '../../formats/v2/poll-fields.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { COUNT, some, TEXT } from '../../formats/v2/scalars.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'

export const V2_PARTIAL_ERROR = Type.Object(
  {
    title: TEXT,
    detail: TEXT,
    type: TEXT,
    parameter: TEXT,
    value: TEXT,
    resource_type: Type.Union(
      (['tweet', 'user', 'media', 'space', 'place', 'list'] as const).map((type) => Type.Literal(type)),
    ),
    resource_id: some(TEXT),
    section: some(Type.Union([Type.Literal('data'), Type.Literal('includes')])),
    field: some(TEXT),
  },
  { title: 'V2PartialError', description: 'An object of the request that is missing in the response.' },
)

export const SEARCH_META = Type.Object({
  newest_id: Type.Optional(Type.String()),
  oldest_id: Type.Optional(Type.String()),
  result_count: Type.Integer(),
  next_token: Type.Optional(Type.String()),
  index_complete_since: Type.Optional(Type.String({ format: 'date-time' })),
})

/** The schemas of one API on a day. @param api the API, with which the titles of the schemas begin */
function schemasOf(api: string, day: Day) {
  const titled = (name: string) => ({ title: `${api}${name}` })
  const post = Type.Object(POST_FIELDS.schema(day), titled('Post'))
  const user = Type.Object(USER_FIELDS.schema(day), titled('User'))
  const includeLists = {
    tweets: some(Type.Array(post)),
    users: some(Type.Array(user)),
    places: some(Type.Array(Type.Object(PLACE_FIELDS.schema(day), titled('Place')))),
    media: some(Type.Array(Type.Object(MEDIA_FIELDS.schema(day), titled('Media')))),
    polls: some(Type.Array(Type.Object(POLL_FIELDS.schema(day), titled('Poll')))),
  }
  const includes = Type.Object(includeLists, {
    ...titled('Includes'),
    description: 'The expanded objects, each once.',
  })
  const rest = { includes: some(includes), errors: some(Type.Array(V2_PARTIAL_ERROR)) }
  const postList = { data: some(Type.Array(post)), ...rest }
  return {
    post,
    user,
    includes,
    rest,
    onePost: Type.Object({ data: some(post), ...rest }, titled('OnePost')),
    postList: Type.Object(postList, titled('PostList')),
    oneUser: Type.Object({ data: some(user), ...rest }, titled('OneUser')),
    userList: Type.Object({ data: some(Type.Array(user)), ...rest }, titled('UserList')),
    searchPage: Type.Object(
      { ...postList, meta: SEARCH_META },
      { ...titled('SearchPage'), description: '`data` is absent when nothing was found.' },
    ),
  }
}

/** Schemas of responses with posts and users. */
export const SCHEMAS = { labs: schemasOf('Labs', LABS_DAY), '2': schemasOf('V2', LATEST_DAY) } as const

export const { rest: REST, includes: V2_INCLUDES, post: V2_POST, user: V2_USER } = SCHEMAS['2']

export const V2_LIST = Type.Object(LIST_FIELDS.schema(), { title: 'V2List' })

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
