/** The v1.1 user object, for the API document; `formats/v1.1/user-fields.ts` declares its fields. */
import { Type } from 'typebox'
import { POST_FIELDS } from '../../../formats/v1.1/post-fields.ts'
import { nullable } from '../../../formats/v1.1/scalars.ts'
import { USER_FIELDS } from '../../../formats/v1.1/user-fields.ts'

// Only users/show has `profile_location`.
const { profile_location: _, ...AUTHOR_FIELDS } = USER_FIELDS.schema()

/** The user of a post. */
export const AUTHOR_USER = Type.Object(AUTHOR_FIELDS, { title: 'Author' })

// A post in a user object has no author.
const QUOTED = Type.Object(POST_FIELDS.schema(), { title: 'QuotedStatus' })

const REPOSTED = Type.Object(POST_FIELDS.schema({ quoted_status: Type.Optional(QUOTED) }), {
  title: 'RepostedStatus',
})

const STATUS = Type.Object(
  POST_FIELDS.schema({
    retweeted_status: Type.Optional(REPOSTED),
    quoted_status: Type.Optional(QUOTED),
  }),
  {
    title: 'Status',
    description: 'The latest post of the user that the caller may see. Omitted with `skip_status`.',
  },
)

const SHOWN_FIELDS = USER_FIELDS.schema({ status: Type.Optional(STATUS) })
const { profile_location: __, ...FIELDS } = SHOWN_FIELDS

export const USER = Type.Object(FIELDS, { title: 'User' })

export const USER_LIST = Type.Array(USER)

/** The user of users/show. */
export const SHOWN_USER = Type.Object(SHOWN_FIELDS, { title: 'ShownUser' })

/** The calling user. */
export const OWN_USER = Type.Object(
  {
    ...FIELDS,
    suspended: Type.Boolean(),
    needs_phone_verification: Type.Boolean(),
    email: Type.Optional(
      nullable(
        Type.String({
          description: 'Present with `include_email`, for apps with the permission to read e-mail addresses.',
        }),
      ),
    ),
  },
  { title: 'OwnUser' },
)
