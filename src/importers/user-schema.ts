/** Schema of v1.1 user objects (spec/users.md#user-object), down to the last level of stored fields. */
import { Type } from 'typebox'
import { APPEARANCE, PROFILE_LINK } from '../domain/accounts/profile-schema.ts'
import { ADDRESS, COUNT, keywords, listOf, NAME, objectOf, WORDS } from '../domain/posts/entity-schema.ts'
import { AS_IT_CAME, COUNTRIES, FLAG, SHORT_TEXT } from './posts/schema-parts.ts'

const LINKS = objectOf({}, { urls: listOf(PROFILE_LINK) })

/** An invalid description becomes null: its presence means that the object has a profile. */
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
    verified_type: NAME,
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
