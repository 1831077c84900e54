/** Reads the v1.1 user object (spec/users.md#user-object), of any age: older ones lack fields. */

import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import { type Appearance, NO_PROFILE, type Profile, type ProfileLink } from '../domain/accounts/profile.ts'
import { APPEARANCE } from '../domain/accounts/profile-schema.ts'
import { SCREEN_NAME_PATTERN } from '../domain/accounts/user.ts'
import { userObject } from '../formats/v1.1/user.ts'
import { firstSnowflakeAt, snowflakeTime } from '../lib/ids/snowflake.ts'
import { IGNORE_FAULTS, type ReportFault, repaired } from '../lib/repair.ts'
import { idOf } from './ids.ts'
import { countIn, type Fields, fieldsOf, flagIn, Misfit, objectIn, textIn } from './json-fields.ts'
import { parseV11Date } from './posts/v11-date.ts'
import { V11_USER } from './user-schema.ts'

/** Ids below were given in sequence; those above tell when they were made. */
const FIRST_SNOWFLAKE_USER = firstSnowflakeAt(Date.UTC(2015, 0))

/**
 * The user that a JSON text holds, or why it holds none; parts that are none are left out, and noted. Counts are not taken over, nor what a viewer or a post
 * makes of a user (docs/decisions/0011-what-imported-users-keep.md).
 */
export function parseUser(json: string, note: ReportFault = IGNORE_FAULTS): ImportedUser | string {
  try {
    return userOf(fieldsOf(json), json, note)
  } catch (error) {
    if (error instanceof Misfit) return error.message
    throw error
  }
}

/** An object of a user with its parts as v1.1 has them; what is none is left out, and noted. */
export function soundUser(fields: Fields, note: ReportFault): Fields {
  return repaired(V11_USER, fields, note) as Fields
}

/** The user of a sound object that stands beside a post; undefined when it is no whole one. */
export function userIn(sound: Fields, id: bigint): ImportedUser | undefined {
  try {
    return userWith(sound, id, IGNORE_FAULTS)
  } catch (error) {
    if (error instanceof Misfit) return undefined
    throw error
  }
}

function userOf(fields: Fields, json: string, note: ReportFault): ImportedUser {
  const id = userId(fields, json)
  return userWith(soundUser(fields, note), id, note)
}

function userWith(fields: Fields, id: bigint, note: ReportFault): ImportedUser {
  const screenName = textIn(fields, 'screen_name')
  if (screenName === undefined) throw new Misfit('there is no screen_name, which every v1.1 user object has')
  if (!SCREEN_NAME_PATTERN.test(screenName)) {
    throw new Misfit(`screen_name ${JSON.stringify(screenName)} is none: 1 to 25 letters, digits and _`)
  }
  const name = textIn(fields, 'name')
  const createdAt = createdAtIn(fields, id, note)
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
  // Every whole object has a description, if only null; one without is a mention or the like and tells of no profile.
  return 'description' in fields ? { ...user, profile: profileIn(fields) } : user
}

function userId(fields: Fields, json: string): bigint {
  const { id } = fields
  const digits = textIn(fields, 'id_str') ?? (typeof id === 'string' ? id : digitsOfId(id, json))
  const isNumber = digits !== undefined && /^\d+$/.test(digits)
  const value = isNumber ? idOf(digits) : undefined
  if (digits === undefined) throw new Misfit('there is no id')
  if (!isNumber) throw new Misfit(`the id ${digits.slice(0, 30)} is no whole number`)
  if (value === undefined) throw new Misfit('the id is 0 or beyond 64 bits')
  if (typeof id === 'number' && Number(value) !== id)
    throw new Misfit(`id (${id}) and id_str (${digits}) differ`)
  return value
}

/** The digits of the number `id` as they stand in the text: a number of JavaScript has not room for all of them. */
function digitsOfId(id: unknown, json: string): string | undefined {
  if (typeof id !== 'number') return undefined
  if (Number.isSafeInteger(id)) return String(id)
  const digits = new Map<unknown, string | undefined>()
  return JSON.parse(
    json,
    function (this: unknown, key: string, value: unknown, context?: { source?: string }) {
      if (key === 'id') digits.set(this, context?.source)
      // The whole object comes last, under no name; objects inside it have ids of their own.
      return key === '' ? digits.get(value) : value
    },
  ) as string | undefined
}

function createdAtIn(fields: Fields, id: bigint, note: ReportFault): number | undefined {
  const text = textIn(fields, 'created_at')
  const told = text === undefined ? undefined : parseV11Date(text)
  if (told !== undefined) return told
  if (text !== undefined) note('created_at', 'no date')
  return id < FIRST_SNOWFLAKE_USER ? undefined : snowflakeTime(id)
}

function profileIn(fields: Fields): Profile {
  const description = textIn(fields, 'description') ?? ''
  const isDefaultImage = flagIn(fields, 'default_profile_image') === true
  const imageUrl = textIn(fields, 'profile_image_url_https') ?? textIn(fields, 'profile_image_url')
  const profile = {
    ...NO_PROFILE,
    location: textIn(fields, 'location') ?? '',
    description,
    descriptionLinks: linksIn(fields, 'description'),
    link: linkIn(fields),
    imageUrl: isDefaultImage || imageUrl === '' ? undefined : imageUrl,
    bannerUrl: textIn(fields, 'profile_banner_url'),
    isVerified: flagIn(fields, 'verified') ?? false,
    listedCount: countIn(fields, 'listed_count') ?? 0,
  }
  return { ...profile, appearance: appearanceIn(fields, profile) }
}

function linkIn(fields: Fields): ProfileLink | undefined {
  const url = textIn(fields, 'url')
  if (url === undefined || url === '') return undefined
  const [first] = linksIn(fields, 'url')
  // Objects of 2011 have it beside the link, and older ones nowhere.
  const expanded = first?.url === url ? first.expanded_url : textIn(fields, 'expanded_url')
  return { url, expanded_url: expanded ?? url }
}

/** The links that `entities` tells of in a field. */
function linksIn(fields: Fields, name: 'url' | 'description'): readonly ProfileLink[] {
  const part = objectIn(objectIn(fields, 'entities') ?? {}, name)
  return (part?.['urls'] ?? []) as readonly ProfileLink[]
}

/** What is shown otherwise than the same profile would be without it. */
function appearanceIn(fields: Fields, profile: Profile): Appearance {
  const shown = userObject({ ...NOBODY, profile }, { relation: null, includeEntities: false })
  const differing: Record<string, string | boolean | null> = {}
  for (const name of Object.keys(APPEARANCE)) {
    const value = fields[name] as string | boolean | null | undefined
    if (value !== undefined && value !== shown[name]) differing[name] = value
  }
  return differing
}

const NOBODY = {
  id: 0n,
  screenName: '',
  name: '',
  createdAt: 0,
  isProtected: false,
  suspendedAt: null,
  deactivatedAt: null,
  withheldInCountries: [],
  followersCount: 0,
  friendsCount: 0,
  statusesCount: 0,
  favouritesCount: 0,
  profile: NO_PROFILE,
}
