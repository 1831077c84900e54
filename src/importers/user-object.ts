/** Reads v1.1 user objects (spec/users.md#user-object) of any age. Older objects lack some fields. */

import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import { type Appearance, NO_PROFILE, type Profile, type ProfileLink } from '../domain/accounts/profile.ts'
import { importedFields } from '../domain/accounts/profiles/imported-fields.ts'
import { APPEARANCE } from '../domain/accounts/profiles/schema.ts'
import { SCREEN_NAME_PATTERN } from '../domain/accounts/user.ts'
import { userObject } from '../formats/v1.1/user.ts'
import { SAMPLE_USER } from '../formats/v1.1/user-field-kinds.ts'
import { firstSnowflakeAt, snowflakeTime } from '../lib/ids/snowflake.ts'
import { DigitsLost, IGNORE_FAULTS, type ReportFault, repaired } from '../lib/repair.ts'
import { idOf } from './ids.ts'
import {
  countIn,
  exactFieldsOf,
  type Fields,
  fieldsOf,
  flagIn,
  InvalidItem,
  objectIn,
  textIn,
} from './json-fields.ts'
import { readRecordedDate } from './recorded-date.ts'
import { V11_USER } from './user-schema.ts'

/** The first user id that contains a time. Lower ids were sequential. */
const FIRST_SNOWFLAKE_USER = firstSnowflakeAt(Date.UTC(2015, 0))

/**
 * Parses a user. If the object is rejected, returns the reason as a text. Invalid parts are dropped and reported.
 * Counts and fields that depend on a viewer or a post are not imported
 * (docs/decisions/0011-what-imported-users-keep.md).
 */
export function parseUser(json: string, report: ReportFault = IGNORE_FAULTS): ImportedUser | string {
  try {
    return readUser(fieldsOf(json), report)
  } catch (error) {
    if (error instanceof DigitsLost) return parseExactUser(json, report)
    if (error instanceof InvalidItem) return error.message
    throw error
  }
}

function parseExactUser(json: string, report: ReportFault): ImportedUser | string {
  try {
    return readUser(exactFieldsOf(json), report)
  } catch (error) {
    if (error instanceof InvalidItem) return error.message
    throw error
  }
}

/**
 * The user of {@link parseUser}, from parsed fields.
 * @throws {InvalidItem} with the reason of rejection
 * @throws {DigitsLost} when the id is a number that is too large
 */
export function readUser(fields: Fields, report: ReportFault): ImportedUser {
  const id = requireUserId(fields)
  return buildUser(repairUserFields(fields, report), id, report)
}

/** Repairs or drops the invalid fields of a v1.1 user object, and reports each of them. */
export function repairUserFields(fields: Fields, report: ReportFault): Fields {
  return repaired(V11_USER, fields, report) as Fields
}

/** The author of a post, from a user object that is already repaired; undefined for an incomplete object. */
export function importedAuthorOf(fields: Fields, id: bigint): ImportedUser | undefined {
  try {
    return buildUser(fields, id, IGNORE_FAULTS)
  } catch (error) {
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

function buildUser(fields: Fields, id: bigint, report: ReportFault): ImportedUser {
  const screenName = textIn(fields, 'screen_name')
  if (screenName === undefined)
    throw new InvalidItem('there is no screen_name, which every v1.1 user object has')
  if (!SCREEN_NAME_PATTERN.test(screenName)) {
    throw new InvalidItem(
      `screen_name ${JSON.stringify(screenName)} is invalid: it must have 1 to 25 letters, digits and _`,
    )
  }
  const name = textIn(fields, 'name')
  const createdAt = createdAtIn(fields, id, report)
  const isProtected = flagIn(fields, 'protected')
  const withheldInCountries = fields['withheld_in_countries'] as readonly string[] | undefined
  const user = {
    id,
    screenName,
    ...(name === undefined || name === '' ? {} : { name }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(isProtected === undefined ? {} : { isProtected }),
    isSuspended: flagIn(fields, 'suspended') ?? false,
    ...(withheldInCountries === undefined ? {} : { withheldInCountries }),
  }
  // A complete object has a description, which may be null. An object without this field, such as a mention, has no
  // profile.
  return 'description' in fields ? { ...user, profile: profileIn(fields) } : user
}

function requireUserId(fields: Fields): bigint {
  const { id } = fields
  const digits = textIn(fields, 'id_str') ?? digitsOfId(id)
  const isNumber = digits !== undefined && /^\d+$/.test(digits)
  const value = isNumber ? idOf(digits) : undefined
  if (digits === undefined) throw new InvalidItem('there is no id')
  if (!isNumber) throw new InvalidItem(`the id ${digits.slice(0, 30)} is no whole number`)
  if (value === undefined) throw new InvalidItem('the id is 0 or beyond 64 bits')
  if (typeof id === 'number' && Number(value) !== id)
    throw new InvalidItem(`id (${id}) and id_str (${digits}) differ`)
  return value
}

function digitsOfId(id: unknown): string | undefined {
  if (typeof id === 'number' && Number.isInteger(id) && !Number.isSafeInteger(id)) throw new DigitsLost()
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined
}

function createdAtIn(fields: Fields, id: bigint, report: ReportFault): number | undefined {
  const text = textIn(fields, 'created_at')
  const date = text === undefined ? undefined : readRecordedDate(text, (fault) => report('created_at', fault))
  if (date !== undefined) return date
  if (text !== undefined) report('created_at', 'no date')
  return id < FIRST_SNOWFLAKE_USER ? undefined : snowflakeTime(id)
}

function profileIn(fields: Fields): Profile {
  const isDefaultImage = flagIn(fields, 'default_profile_image') === true
  const imageUrl = textIn(fields, 'profile_image_url_https') ?? textIn(fields, 'profile_image_url')
  const profile: Omit<Profile, 'appearance'> = {
    ...importedFields(fields),
    descriptionLinks: linksIn(fields, 'description'),
    link: linkIn(fields),
    imageUrl: isDefaultImage || imageUrl === '' ? undefined : imageUrl,
    listedCount: countIn(fields, 'listed_count') ?? 0,
  }
  return { ...profile, appearance: appearanceIn(fields, profile) }
}

function linkIn(fields: Fields): ProfileLink | undefined {
  const url = textIn(fields, 'url')
  if (url === undefined || url === '') return undefined
  const [first] = linksIn(fields, 'url')
  // Objects from 2011 on have `expanded_url` next to `url`; older objects do not have it.
  const expanded = first?.url === url ? first.expanded_url : textIn(fields, 'expanded_url')
  return { url, expanded_url: expanded ?? url }
}

/** The links of a profile field, read from `entities`. */
function linksIn(fields: Fields, name: 'url' | 'description'): readonly ProfileLink[] {
  const part = objectIn(objectIn(fields, 'entities') ?? {}, name)
  return (part?.['urls'] ?? []) as readonly ProfileLink[]
}

/** The appearance fields whose values differ from an empty profile. */
function appearanceIn(fields: Fields, rest: Omit<Profile, 'appearance'>): Appearance {
  const profile = { ...rest, appearance: NO_PROFILE.appearance }
  const shown = userObject({ ...SAMPLE_USER, profile }, { relation: null, includeEntities: false })
  const differing: Record<string, string | boolean | null> = {}
  for (const name of Object.keys(APPEARANCE)) {
    const value = fields[name] as string | boolean | null | undefined
    if (value !== undefined && value !== shown[name]) differing[name] = value
  }
  return differing
}
