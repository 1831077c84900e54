/** The v1.1 post object, for the API document; `formats/v1.1/post.ts` makes it. */
import { Type } from 'typebox'
import { idTwins, nullable } from '../../../formats/v1.1/scalars.ts'
import { FIRST_FIELDS, LAST_FIELDS } from './post-fields.ts'
import { AUTHOR_USER } from './user.ts'

const AUTHOR = Type.Union([AUTHOR_USER, Type.Object(idTwins('id', 'The author.'), { title: 'TrimmedUser' })])

const QUOTED = Type.Object({ ...FIRST_FIELDS, user: AUTHOR, ...LAST_FIELDS }, { title: 'QuotedPost' })

const REPOSTED = Type.Object(
  { ...FIRST_FIELDS, user: AUTHOR, ...LAST_FIELDS, quoted_status: Type.Optional(QUOTED) },
  { title: 'RepostedPost' },
)

export const POST = Type.Object(
  {
    ...FIRST_FIELDS,
    user: AUTHOR,
    ...LAST_FIELDS,
    retweeted_status: Type.Optional(REPOSTED),
    quoted_status: Type.Optional(QUOTED),
  },
  { title: 'Post' },
)

export const POST_LIST = Type.Array(POST)

/** A list, or each post by its id. */
export const POST_LOOKUP = Type.Union([
  POST_LIST,
  Type.Object({ id: Type.Record(Type.String(), nullable(POST)) }, { title: 'PostMap' }),
])
