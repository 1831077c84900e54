/** Profiles of users (spec/users.md#update-profile). */
import { bulk } from '../../db/bulk.ts'
import type { ProfilesTable } from '../../db/schema.ts'
import type { Tx } from '../../db/store.ts'
import { repairedJson } from '../../lib/repaired-json.ts'
import { listOf, objectOf } from '../posts/entity-schema.ts'
import { APPEARANCE, PROFILE_LINK } from './profile-schema.ts'

/** A link in a text: `url` is the short form in the text, `expanded_url` its target. */
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
  /** The kind of the mark of a verified user; undefined when no kind is recorded. */
  readonly verifiedType: VerifiedType | undefined
  /** From an import, without the lists of this server. */
  readonly listedCount: number
  /** Fields of the v1.1 user object that differ from their defaults, such as colours. */
  readonly appearance: Appearance
}

export const VERIFIED_TYPES = ['blue', 'business', 'government'] as const

export type VerifiedType = (typeof VERIFIED_TYPES)[number]

/** The kind of a mark by its name, in any case; undefined for other names. */
export function verifiedTypeOf(name: string): VerifiedType | undefined {
  return VERIFIED_TYPES.find((type) => type === name.toLowerCase())
}

export type Appearance = Readonly<Record<string, string | boolean | null>>

/** Profile of a user who has set nothing. */
export const NO_PROFILE: Profile = {
  location: '',
  description: '',
  descriptionLinks: [],
  link: undefined,
  imageUrl: undefined,
  bannerUrl: undefined,
  isVerified: false,
  verifiedType: undefined,
  listedCount: 0,
  appearance: {},
}

/** URL of the user's picture, or of an imported default picture; undefined for this server's default picture. */
export function pictureOf({ imageUrl, appearance }: Profile): string | undefined {
  const { profile_image_url: insecure, profile_image_url_https: secure } = appearance
  const picture = imageUrl ?? secure ?? insecure
  return typeof picture === 'string' && picture !== '' ? picture : undefined
}

export type ProfileRow = Omit<ProfilesTable, 'user_id'>

/** Shared by the many users without links, to save memory. */
const NO_LINKS: readonly ProfileLink[] = Object.freeze([])
const NO_APPEARANCE: Appearance = Object.freeze({})

const linksOf = repairedJson<readonly ProfileLink[]>(listOf(PROFILE_LINK), NO_LINKS)
const appearanceOf = repairedJson<Appearance>(objectOf({}, APPEARANCE), NO_APPEARANCE)

/** Converts a stored profile, and repairs invalid values in its JSON columns. */
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

/** A column of `profiles`, and its value for a profile. */
interface StoredColumn<Value> {
  readonly type: Value extends number ? 'integer' : 'text'
  readonly valueOf: (profile: Profile) => Value
}

const COLUMNS: { readonly [Column in keyof ProfileRow]: StoredColumn<ProfileRow[Column]> } = {
  location: { type: 'text', valueOf: ({ location }) => location },
  description: { type: 'text', valueOf: ({ description }) => description },
  description_urls: { type: 'text', valueOf: ({ descriptionLinks }) => JSON.stringify(descriptionLinks) },
  url: { type: 'text', valueOf: ({ link }) => link?.url ?? '' },
  expanded_url: { type: 'text', valueOf: ({ link }) => link?.expanded_url ?? '' },
  image_url: { type: 'text', valueOf: ({ imageUrl }) => imageUrl ?? '' },
  banner_url: { type: 'text', valueOf: ({ bannerUrl }) => bannerUrl ?? '' },
  is_verified: { type: 'integer', valueOf: ({ isVerified }) => (isVerified ? 1 : 0) },
  verified_type: { type: 'text', valueOf: ({ verifiedType }) => verifiedType ?? '' },
  listed_count: { type: 'integer', valueOf: ({ listedCount }) => listedCount },
  appearance: { type: 'text', valueOf: ({ appearance }) => JSON.stringify(appearance) },
}

/** All columns of `profiles` except the key. */
export const PROFILE_COLUMNS = Object.keys(COLUMNS) as readonly (keyof ProfileRow)[]

/** Inserts or replaces profiles. The users must exist. */
export async function putProfiles(
  tx: Tx,
  profiles: readonly { readonly userId: bigint; readonly profile: Profile }[],
): Promise<void> {
  const rows = profiles.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
  await upsertProfiles(
    tx,
    rows.map(({ userId, profile }) => [
      userId,
      ...PROFILE_COLUMNS.map((column) => COLUMNS[column].valueOf(profile)),
    ]),
  )
}

const TYPES = Object.fromEntries(PROFILE_COLUMNS.map((column) => [column, COLUMNS[column].type]))

const upsertProfiles = bulk({ user_id: 'integer', ...TYPES }, (k, rows) =>
  k
    .insertInto('profiles')
    .columns(['user_id', ...PROFILE_COLUMNS])
    .expression(rows)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((eb) =>
          Object.fromEntries(PROFILE_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    ),
)
