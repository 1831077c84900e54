/** The v1.1 post object, for the API document; `formats/v1.1/post-fields.ts` declares its fields. */
import { Type } from 'typebox'
import { POST_FIELDS } from '../../../formats/v1.1/post-fields.ts'
import { idTwins, nullable } from '../../../formats/v1.1/scalars.ts'
import { AUTHOR_USER } from './user.ts'

const AUTHOR = Type.Union([AUTHOR_USER, Type.Object(idTwins('id', 'The author.'), { title: 'TrimmedUser' })])

const QUOTED = Type.Object(POST_FIELDS.schema({ user: AUTHOR }), { title: 'QuotedPost' })

const REPOSTED = Type.Object(POST_FIELDS.schema({ user: AUTHOR, quoted_status: Type.Optional(QUOTED) }), {
  title: 'RepostedPost',
})

export const POST = Type.Object(
  POST_FIELDS.schema({
    user: AUTHOR,
    retweeted_status: Type.Optional(REPOSTED),
    quoted_status: Type.Optional(QUOTED),
  }),
  { title: 'Post' },
)

export const POST_LIST = Type.Array(POST)

/** The response of a lookup: a list of posts, or an object with each post under its id. */
export const POST_LOOKUP = Type.Union([
  POST_LIST,
  Type.Object({ id: Type.Record(Type.String(), nullable(POST)) }, { title: 'PostMap' }),
])
