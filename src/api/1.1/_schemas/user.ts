/** The v1.1 user object, for the API document; `formats/v1.1/user.ts` makes it. */
import { Type } from 'typebox'
import { FIRST_FIELDS, LAST_FIELDS } from './post-fields.ts'
import { count, date, idTwins, nullable } from './scalars.ts'

const text = Type.String()
const maybeText = nullable(Type.String())
const flag = Type.Boolean()
const color = Type.String({ pattern: '^[0-9A-Fa-f]{6}$' })

const LINKS = Type.Object({
  urls: Type.Array(
    Type.Object({
      url: Type.String({ description: 'As it stands in the text.' }),
      expanded_url: Type.String({ description: 'Where it leads.' }),
      display_url: text,
      indices: Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 2,
        maxItems: 2,
        description: 'Where it stands, in code points.',
      }),
    }),
  ),
})

const ENTITIES = Type.Object(
  { url: Type.Optional(LINKS), description: LINKS },
  { description: 'What is linked in `url` and `description`. Left out with `include_entities=false`.' },
)

const AUTHOR_FIELDS = {
  ...idTwins('id', 'The user.'),
  name: text,
  screen_name: text,
  location: text,
  description: text,
  url: maybeText,
  entities: Type.Optional(ENTITIES),
  protected: Type.Boolean({ description: 'Whether only approved followers see posts and lists.' }),
  followers_count: count('Users who follow this one.'),
  friends_count: count('Users whom this one follows.'),
  listed_count: count('Lists that this user is in.'),
  created_at: date('When the account was made.'),
  favourites_count: count('Posts that this user likes.'),
  utc_offset: Type.Null(),
  time_zone: Type.Null(),
  geo_enabled: flag,
  verified: flag,
  statuses_count: count('Posts of this user.'),
  lang: Type.Null(),
  contributors_enabled: flag,
  is_translator: flag,
  is_translation_enabled: flag,
  profile_background_color: color,
  profile_background_image_url: maybeText,
  profile_background_image_url_https: maybeText,
  profile_background_tile: flag,
  profile_banner_url: Type.Optional(text),
  profile_image_url: maybeText,
  profile_image_url_https: maybeText,
  profile_link_color: color,
  profile_sidebar_border_color: color,
  profile_sidebar_fill_color: color,
  profile_text_color: color,
  profile_use_background_image: flag,
  has_extended_profile: flag,
  default_profile: flag,
  default_profile_image: flag,
  following: nullable(Type.Boolean({ description: 'Whether the caller follows this user.' })),
  follow_request_sent: nullable(Type.Boolean({ description: 'Whether the caller waits to be let follow.' })),
  notifications: nullable(flag),
  translator_type: text,
  withheld_in_countries: Type.Optional(
    Type.Array(Type.String(), { description: 'Where the user is not shown: ISO 3166-1 alpha-2, or `XX`.' }),
  ),
  withheld_scope: Type.Optional(Type.Literal('user')),
  live_following: Type.Optional(flag),
  muting: Type.Optional(Type.Boolean({ description: 'Whether the caller mutes this user.' })),
  blocking: Type.Optional(Type.Boolean({ description: 'Whether the caller blocks this user.' })),
  blocked_by: Type.Optional(Type.Boolean({ description: 'Whether this user blocks the caller.' })),
}

/** The user of a post. */
export const AUTHOR_USER = Type.Object(AUTHOR_FIELDS, { title: 'Author' })

/** A post without authors. */
const STATUS_FIELDS = { ...FIRST_FIELDS, ...LAST_FIELDS }

const QUOTED = Type.Object(STATUS_FIELDS, { title: 'QuotedStatus' })

const REPOSTED = Type.Object(
  { ...STATUS_FIELDS, quoted_status: Type.Optional(QUOTED) },
  { title: 'RepostedStatus' },
)

const STATUS = Type.Object(
  {
    ...STATUS_FIELDS,
    retweeted_status: Type.Optional(REPOSTED),
    quoted_status: Type.Optional(QUOTED),
  },
  {
    title: 'Status',
    description: 'The latest post of the user, if the caller sees one. Left out with `skip_status`.',
  },
)

const USER_FIELDS = { ...AUTHOR_FIELDS, status: Type.Optional(STATUS) }

export const USER = Type.Object(USER_FIELDS, { title: 'User' })

export const USER_LIST = Type.Array(USER)

/** The user of users/show. */
export const SHOWN_USER = Type.Object(
  { ...USER_FIELDS, profile_location: Type.Null() },
  { title: 'ShownUser' },
)

/** The user who asks. */
export const OWN_USER = Type.Object(
  {
    ...USER_FIELDS,
    suspended: flag,
    needs_phone_verification: flag,
    email: Type.Optional(
      nullable(Type.String({ description: 'With `include_email`, for apps that may read it.' })),
    ),
  },
  { title: 'OwnUser' },
)
