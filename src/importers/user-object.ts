/** Reads the v1.1 user object (spec/followers.md section 2), of any age: older ones lack fields. */
import { PLAIN_APPEARANCE, userObject } from '../api/1.1/_objects/user.ts'
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import { type Appearance, NO_PROFILE, type Profile, type ProfileLink } from '../domain/accounts/profile.ts'
import { LOOKED_UP } from '../domain/accounts/user.ts'
import { firstSnowflakeAt, snowflakeTime } from '../lib/snowflake.ts'
import { idOf } from './ids.ts'
import { type Fields, fieldsOf, flagIn, Misfit, objectIn, textIn } from './json-fields.ts'
import { parseV11Date } from './v11-date.ts'

/** Ids below were given in sequence; those above tell when they were made. */
const FIRST_SNOWFLAKE_USER = firstSnowflakeAt(Date.UTC(2015, 0))

/**
 * The user that a JSON text holds, or why it holds none. Counts are not taken over, nor what a viewer or a post
 * makes of a user (docs/decisions/0011-what-imported-users-keep.md).
 */
export function parseUser(json: string): ImportedUser | string {
  try {
    return userOf(fieldsOf(json), json)
  } catch (error) {
    if (error instanceof Misfit) return error.message
    throw error
  }
}

/** The user of the object that stands beside a post; undefined when it is no whole one. */
export function userIn(fields: Fields, id: bigint): ImportedUser | undefined {
  try {
    return userWith(fields, id)
  } catch (error) {
    if (error instanceof Misfit) return undefined
    throw error
  }
}

function userOf(fields: Fields, json: string): ImportedUser {
  return userWith(fields, userId(fields, json))
}

function userWith(fields: Fields, id: bigint): ImportedUser {
  const screenName = textIn(fields, 'screen_name')
  if (screenName === undefined) throw new Misfit('there is no screen_name, which every v1.1 user object has')
  if (!LOOKED_UP.test(screenName)) {
    throw new Misfit(`screen_name ${JSON.stringify(screenName)} is none: 1 to 25 letters, digits and _`)
  }
  const name = textIn(fields, 'name')
  const createdAt = createdAtIn(fields, id)
  const isProtected = flagIn(fields, 'protected')
  const withheldInCountries = countriesIn(fields)
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

function createdAtIn(fields: Fields, id: bigint): number | undefined {
  const text = textIn(fields, 'created_at')
  if (text === undefined) return id < FIRST_SNOWFLAKE_USER ? undefined : snowflakeTime(id)
  const ms = parseV11Date(text)
  if (ms === undefined) {
    throw new Misfit(
      `created_at ${JSON.stringify(text.slice(0, 40))} is no date such as "Wed May 23 06:01:13 +0000 2007"`,
    )
  }
  return ms
}

function countriesIn({ withheld_in_countries: list }: Fields): readonly string[] | undefined {
  if (list === undefined || list === null) return undefined
  if (Array.isArray(list) && list.every((code) => typeof code === 'string' && /^[A-Z]{2}$/.test(code))) {
    return [...new Set(list as string[])].sort()
  }
  throw new Misfit('withheld_in_countries is no list of country codes such as ["DE","FR"]')
}

function profileIn(fields: Fields): Profile {
  const description = textIn(fields, 'description') ?? ''
  const isDefaultImage = flagIn(fields, 'default_profile_image') === true
  const imageUrl = textIn(fields, 'profile_image_url_https') ?? textIn(fields, 'profile_image_url')
  const profile = {
    location: textIn(fields, 'location') ?? '',
    description,
    descriptionLinks: linksIn(fields, 'description'),
    link: linkIn(fields),
    imageUrl: isDefaultImage || imageUrl === '' ? undefined : imageUrl,
    bannerUrl: textIn(fields, 'profile_banner_url'),
    isVerified: flagIn(fields, 'verified') ?? false,
    listedCount: countIn(fields, 'listed_count'),
  }
  return { ...profile, appearance: appearanceIn(fields, { ...profile, appearance: {} }) }
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
  const entities = objectIn(fields, 'entities')
  const urls = entities === undefined ? undefined : objectIn(entities, name)?.['urls']
  if (urls === undefined || urls === null) return []
  if (!Array.isArray(urls)) throw new Misfit(`entities.${name}.urls is no list`)
  return urls.map((entry: unknown) => {
    const link = objectIn({ entry }, 'entry') ?? {}
    const url = textIn(link, 'url')
    if (url === undefined) throw new Misfit(`a link in entities.${name} has no url`)
    return { url, expanded_url: textIn(link, 'expanded_url') ?? url }
  })
}

function countIn(fields: Fields, name: string): number {
  const count = fields[name] ?? 0
  if (Number.isSafeInteger(count) && Number(count) >= 0) return Number(count)
  throw new Misfit(`${name} is no count`)
}

/** What is shown otherwise than the same profile would be without it. */
function appearanceIn(fields: Fields, profile: Profile): Appearance {
  const shown = userObject({ ...NOBODY, profile }, { relation: null, includeEntities: false })
  const differing: Record<string, string | boolean | null> = {}
  for (const name of Object.keys(PLAIN_APPEARANCE)) {
    const value = fields[name]
    if (value === undefined || value === shown[name]) continue
    if (value !== null && typeof value !== 'boolean' && typeof value !== 'string') {
      throw new Misfit(`${name} is neither text nor true nor false`)
    }
    differing[name] = typeof value === 'string' ? (textIn(fields, name) ?? null) : value
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
