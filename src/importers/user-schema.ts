/** Declares the schema of all stored fields of v1.1 user objects (spec/users.md#user-object). */
import { IMPORTED_MEMBERS } from '../domain/accounts/profiles/imported-fields.ts'
import { APPEARANCE, PROFILE_LINK } from '../domain/accounts/profiles/schema.ts'
import { ADDRESS, COUNT, listOf, NAME, objectOf } from '../domain/posts/entity-schema.ts'
import { AS_IT_CAME, COUNTRIES, FLAG, SHORT_TEXT } from './posts/schema-parts.ts'

const LINKS = objectOf({}, { urls: listOf(PROFILE_LINK) })

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
    listed_count: COUNT,
    withheld_in_countries: COUNTRIES,
    url: ADDRESS,
    expanded_url: ADDRESS,
    entities: objectOf({}, { url: LINKS, description: LINKS }),
    ...IMPORTED_MEMBERS,
    ...APPEARANCE,
  },
)
