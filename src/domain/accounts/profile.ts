/**
 * Profiles of users (spec/users.md#update-profile). To add a stored field, add it to `Profile`, to `PROFILE_FIELDS` and
 * to `profileOf`. The statements, the imports and the memory limits of caches use the table `PROFILE_FIELDS`.
 */
import { Type } from 'typebox'
import { repairedJson } from '../../lib/repaired-json.ts'
import { ADDRESS, keywords, listOf, NAME, objectOf, WORDS } from '../posts/entity-schema.ts'
import {
  count,
  flag,
  imported,
  json,
  optionalText,
  type ProfileField,
  type ProfileRow,
  text,
} from './profiles/field-kinds.ts'
import { APPEARANCE, PROFILE_LINK } from './profiles/schema.ts'

/** A link in a text: `url` is the short link in the text, `expanded_url` is its target. */
export interface ProfileLink {
  readonly url: string
  readonly expanded_url: string
}

export interface Profile {
  readonly location: string
  readonly description: string
  /** The links in the description, in order. */
  readonly descriptionLinks: readonly ProfileLink[]
  readonly link: ProfileLink | undefined
  /** URL of the picture in its `_normal.` size; undefined for the default picture. */
  readonly imageUrl: string | undefined
  readonly bannerUrl: string | undefined
  readonly isVerified: boolean
  /** The type of verification of a verified user; undefined when no type is recorded. */
  readonly verifiedType: VerifiedType | undefined
  /** Number of lists in the imported profile; lists of this server are not included. */
  readonly listedCount: number
  /** Fields of the v1.1 user object that differ from their defaults, such as colours. */
  readonly appearance: Appearance
}

export const VERIFIED_TYPES = ['blue', 'business', 'government'] as const

export type VerifiedType = (typeof VERIFIED_TYPES)[number]

/** The type of verification with that name (letter case is ignored); undefined for other names. */
export function verifiedTypeOf(name: string): VerifiedType | undefined {
  return VERIFIED_TYPES.find((type) => type === name.toLowerCase())
}

export type Appearance = Readonly<Record<string, string | boolean | null>>

/** Estimated memory of a link, in bytes. */
const LINK_BYTES = 400
/** Estimated memory of a member of the appearance without its text, in bytes. */
const MEMBER_BYTES = 100

/**
 * An invalid description is not removed but becomes null, because the member `description` shows that the object has a
 * profile.
 */
const DESCRIPTION = Type.Union([WORDS, Type.Null()], keywords({ fallback: null }))

const FLAG = Type.Boolean()

/**
 * The stored columns of each field, and the member of imported user objects that has the value. For a field without
 * such a member, the importers have their own code.
 */
export const PROFILE_FIELDS = {
  location: imported('location', NAME, text('location')),
  description: imported('description', DESCRIPTION, text('description')),
  descriptionLinks: json(
    'description_urls',
    '[]',
    (links: readonly ProfileLink[]) => LINK_BYTES * links.length,
  ),
  link: {
    columns: {
      url: { type: 'text', empty: '', write: (link) => link?.url ?? '' },
      expanded_url: { type: 'text', empty: '', write: (link) => link?.expanded_url ?? '' },
    },
    bytesOf: (link) => (link === undefined ? 0 : LINK_BYTES),
  },
  imageUrl: optionalText('image_url', textUnlessEmpty),
  bannerUrl: imported('profile_banner_url', ADDRESS, optionalText('banner_url', textUnlessEmpty)),
  isVerified: imported('verified', FLAG, flag('is_verified')),
  verifiedType: imported('verified_type', NAME, optionalText('verified_type', verifiedTypeOf)),
  listedCount: count('listed_count'),
  appearance: json('appearance', '{}', bytesOfAppearance),
} satisfies { readonly [Name in keyof Profile]: ProfileField<Profile[Name]> }

function textUnlessEmpty(value: string): string | undefined {
  return value === '' ? undefined : value
}

function bytesOfAppearance(appearance: Appearance): number {
  let bytes = 0
  for (const value of Object.values(appearance)) {
    bytes += MEMBER_BYTES + (typeof value === 'string' ? 2 * value.length : 0)
  }
  return bytes
}

/** Shared by the many users without links, to save memory. */
const NO_LINKS: readonly ProfileLink[] = Object.freeze([])
const NO_APPEARANCE: Appearance = Object.freeze({})

const linksOf = repairedJson<readonly ProfileLink[]>(listOf(PROFILE_LINK), NO_LINKS)
const appearanceOf = repairedJson<Appearance>(objectOf({}, APPEARANCE), NO_APPEARANCE)

/** Converts a stored profile. Invalid values in the JSON columns are repaired. */
export function profileOf(row: ProfileRow): Profile {
  return {
    location: row.location,
    description: row.description,
    descriptionLinks: row.description_urls === '[]' ? NO_LINKS : linksOf(row.description_urls),
    link: row.url === '' ? undefined : { url: row.url, expanded_url: row.expanded_url },
    imageUrl: row.image_url === '' ? undefined : row.image_url,
    bannerUrl: row.banner_url === '' ? undefined : row.banner_url,
    isVerified: row.is_verified === 1,
    verifiedType: row.verified_type === '' ? undefined : verifiedTypeOf(row.verified_type),
    listedCount: row.listed_count,
    appearance: row.appearance === '{}' ? NO_APPEARANCE : appearanceOf(row.appearance),
  }
}

/** Profile of a user who has set no field. */
export const NO_PROFILE: Profile = profileOf(emptyRow())

function emptyRow(): ProfileRow {
  const columns = Object.values(PROFILE_FIELDS).flatMap((field) => Object.entries(field.columns))
  // The compiler cannot infer that the columns have the types of the table.
  return Object.fromEntries(columns.map(([name, { empty }]) => [name, empty])) as unknown as ProfileRow
}

/** URL of the user's picture, or of an imported default picture; undefined for this server's default picture. */
export function pictureOf({ imageUrl, appearance }: Profile): string | undefined {
  const { profile_image_url: insecure, profile_image_url_https: secure } = appearance
  const picture = imageUrl ?? secure ?? insecure
  return typeof picture === 'string' && picture !== '' ? picture : undefined
}
