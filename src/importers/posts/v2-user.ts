/** Reads v2 user objects (spec/v2-objects.md#user). */

import type { ImportedUser } from '../../domain/accounts/imported-user.ts'
import { type Appearance, NO_PROFILE, type Profile, type ProfileLink } from '../../domain/accounts/profile.ts'
import { importedFields } from '../../domain/accounts/profiles/imported-fields.ts'
import { SCREEN_NAME_PATTERN } from '../../domain/accounts/user.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { idIn } from '../id-fields.ts'
import { countIn, type Fields, flagIn, InvalidItem, objectIn, textIn } from '../json-fields.ts'

/** The user in an object after v2-schema.ts has repaired the object; undefined if the id or the username is missing. */
export function v2UserIn(fields: Fields): ImportedUser | undefined {
  try {
    return v2User(fields)
  } catch (error) {
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

/**
 * The user in an object after v2-schema.ts has repaired the object.
 * @throws {InvalidItem} if the id or the username is missing
 */
export function v2User(fields: Fields): ImportedUser {
  const id = idIn(fields, 'id')
  const screenName = textIn(fields, 'username')
  if (id === undefined || screenName === undefined || !SCREEN_NAME_PATTERN.test(screenName)) {
    throw new InvalidItem('a user without id or username')
  }
  const name = textIn(fields, 'name')
  const createdAt = readIsoTime(textIn(fields, 'created_at') ?? '')
  const isProtected = flagIn(fields, 'protected')
  const countries = (objectIn(fields, 'withheld')?.['country_codes'] ?? []) as readonly string[]
  return {
    id,
    screenName,
    ...(name === undefined || name === '' ? {} : { name }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(isProtected === undefined ? {} : { isProtected }),
    // Only exports of Aviary have this field.
    ...(flagIn(fields, 'suspended') === true ? { isSuspended: true } : {}),
    ...(countries.length === 0 ? {} : { withheldInCountries: countries }),
    ...('description' in fields ? { profile: profileIn(fields) } : {}),
  }
}

function profileIn(fields: Fields): Profile {
  const entities = objectIn(fields, 'entities') ?? {}
  const url = textIn(fields, 'url') ?? ''
  const [link] = linksIn(entities, 'url')
  const imageUrl = textIn(fields, 'profile_image_url') ?? ''
  const isDefault = DEFAULT_PICTURE.test(imageUrl)
  return {
    ...importedFields(fields),
    descriptionLinks: linksIn(entities, 'description'),
    link: url === '' ? undefined : link?.url === url ? link : { url, expanded_url: url },
    imageUrl: imageUrl === '' || isDefault ? undefined : imageUrl,
    listedCount: countIn(objectIn(fields, 'public_metrics') ?? {}, 'listed_count') ?? 0,
    appearance: isDefault ? shownAs(imageUrl) : NO_PROFILE.appearance,
  }
}

/** URLs of default pictures, of the original service and of this server (src/api/images.ts). */
const DEFAULT_PICTURE = /\/(?:default_profile_images\/|images\/default_profile)/

/**
 * Stores the URL of a default picture in the v1.1 form, because there are several default pictures.
 */
function shownAs(url: string): Appearance {
  return { profile_image_url: url.replace(/^https:/, 'http:'), profile_image_url_https: url }
}

function linksIn(entities: Fields, name: string): readonly ProfileLink[] {
  return (objectIn(entities, name)?.['urls'] ?? []) as readonly ProfileLink[]
}
