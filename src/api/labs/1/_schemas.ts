/** Bodies of Labs v1 lookups and searches, for the API document. */
import { Type } from 'typebox'
import { MEDIA_FIELDS, PLACE_FIELDS, POLL_FIELDS } from '../../../formats/labs-v1/attachments.ts'
import { POST_FIELDS } from '../../../formats/labs-v1/post-fields.ts'
import { USER_FIELDS } from '../../../formats/labs-v1/user-fields.ts'
import { some } from '../../../formats/v2/scalars.ts'
import { SEARCH_META, V2_PARTIAL_ERROR } from '../../_v2/schemas.ts'

const POST = Type.Object(POST_FIELDS.schema(), { title: 'Labs1Post' })
const USER = Type.Object(USER_FIELDS.schema(), { title: 'Labs1User' })

const INCLUDES = Type.Object(
  {
    tweets: some(Type.Array(POST)),
    users: some(Type.Array(USER)),
    places: some(Type.Array(Type.Object(PLACE_FIELDS.schema(), { title: 'Labs1Place' }))),
    media: some(Type.Array(Type.Object(MEDIA_FIELDS.schema(), { title: 'Labs1Media' }))),
    polls: some(Type.Array(Type.Object(POLL_FIELDS.schema(), { title: 'Labs1Poll' }))),
  },
  { title: 'Labs1Includes', description: 'The expanded objects, each once.' },
)

const REST = { includes: some(INCLUDES), errors: some(Type.Array(V2_PARTIAL_ERROR)) }

const POST_LIST = { data: some(Type.Array(POST)), ...REST }

export const LABS_1_SCHEMAS = {
  postList: Type.Object(POST_LIST, { title: 'Labs1PostList' }),
  userList: Type.Object({ data: some(Type.Array(USER)), ...REST }, { title: 'Labs1UserList' }),
  searchPage: Type.Object({ ...POST_LIST, meta: SEARCH_META }, { title: 'Labs1SearchPage' }),
} as const
