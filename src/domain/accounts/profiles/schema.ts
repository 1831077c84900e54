/** Schemas of the JSON columns of a profile (../profile.ts). */
import { Type } from 'typebox'
import { ADDRESS, completeLink, LINK, objectOf } from '../../posts/entity-schema.ts'

export const PROFILE_LINK = objectOf({ url: LINK, expanded_url: ADDRESS }, {}, { mend: completeLink })

const FLAG = Type.Boolean()
const COLOUR = Type.String({ pattern: '^[0-9A-Fa-f]{6}$' })
const PICTURE = Type.Union([ADDRESS, Type.Null()])

/** Appearance of the user's page, with the field names of the v1.1 user object. */
export const APPEARANCE = {
  contributors_enabled: FLAG,
  is_translator: FLAG,
  is_translation_enabled: FLAG,
  profile_background_color: COLOUR,
  profile_background_image_url: PICTURE,
  profile_background_image_url_https: PICTURE,
  profile_background_tile: FLAG,
  profile_image_url: PICTURE,
  profile_image_url_https: PICTURE,
  profile_link_color: COLOUR,
  profile_sidebar_border_color: COLOUR,
  profile_sidebar_fill_color: COLOUR,
  profile_text_color: COLOUR,
  profile_use_background_image: FLAG,
  has_extended_profile: FLAG,
  default_profile: FLAG,
  default_profile_image: FLAG,
} as const
