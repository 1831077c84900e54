/** What a v1.1 user object may hold (spec/users.md#user-object), to the last level of what is kept. */
import { Type } from 'typebox'
import { APPEARANCE, PROFILE_LINK } from '../domain/accounts/profile-schema.ts'
import { ADDRESS, COUNT, keywords, listOf, NAME, objectOf, WORDS } from '../domain/posts/entity-schema.ts'
import { AS_IT_CAME, COUNTRIES, FLAG, SHORT_TEXT } from './posts/schema-parts.ts'

const LINKS = objectOf({}, { urls: listOf(PROFILE_LINK) })

/** A description that is none leaves an empty one: that there is one says that the profile is told. */
const DESCRIPTION = Type.Union([WORDS, Type.Null()], keywords({ fallback: null }))

export const V11_USER = objectOf(
  {},
  {
    id: AS_IT_CAME,
    id_str: AS_IT_CAME,
    screen_name: NAME,
    name: NAME,
    created_at: SHORT_TEXT,
    protected: FLAG,
    suspended: FLAG,
    verified: FLAG,
    listed_count: COUNT,
    withheld_in_countries: COUNTRIES,
    location: NAME,
    description: DESCRIPTION,
    url: ADDRESS,
    expanded_url: ADDRESS,
    entities: objectOf({}, { url: LINKS, description: LINKS }),
    profile_banner_url: ADDRESS,
    ...APPEARANCE,
  },
)
