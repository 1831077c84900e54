/** What a user tells of itself (spec/followers.md section 2). */
import { bulk } from '../../db/bulk.ts'
import type { ProfilesTable } from '../../db/schema.ts'
import type { Tx } from '../../db/store.ts'
import { soundJson } from '../../lib/sound-json.ts'
import { listOf, objectOf } from '../posts/entity-schema.ts'
import { APPEARANCE, PROFILE_LINK } from './profile-schema.ts'

/** A link in a text: as it stands there, and where it leads. */
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
  /** Of the picture in its `_normal.` size; undefined for the default one. */
  readonly imageUrl: string | undefined
  readonly bannerUrl: string | undefined
  readonly isVerified: boolean
  /** As an import brought it: there are no lists. */
  readonly listedCount: number
  /** Fields of the v1.1 user object that differ from their defaults, such as colours. */
  readonly appearance: Appearance
}

export type Appearance = Readonly<Record<string, string | boolean | null>>

/** Of a user who has set nothing. */
export const NO_PROFILE: Profile = {
  location: '',
  description: '',
  descriptionLinks: [],
  link: undefined,
  imageUrl: undefined,
  bannerUrl: undefined,
  isVerified: false,
  listedCount: 0,
  appearance: {},
}

/** The picture of a user: its own, or a default one that an import told of; undefined when this server's is shown. */
export function pictureOf({ imageUrl, appearance }: Profile): string | undefined {
  const { profile_image_url: plain, profile_image_url_https: secure } = appearance
  const picture = imageUrl ?? secure ?? plain
  return typeof picture === 'string' && picture !== '' ? picture : undefined
}

export type ProfileRow = Omit<ProfilesTable, 'user_id'>

/** What most users have. */
const NO_LINKS: readonly ProfileLink[] = Object.freeze([])
const PLAIN: Appearance = Object.freeze({})

const linksOf = soundJson<readonly ProfileLink[]>(listOf(PROFILE_LINK), NO_LINKS)
const appearanceOf = soundJson<Appearance>(objectOf({}, APPEARANCE), PLAIN)

export function profileOf(row: ProfileRow): Profile {
  return {
    location: row.location,
    description: row.description,
    descriptionLinks: row.description_urls === '[]' ? NO_LINKS : linksOf(row.description_urls),
    link: row.url === '' ? undefined : { url: row.url, expanded_url: row.expanded_url },
    imageUrl: row.image_url === '' ? undefined : row.image_url,
    bannerUrl: row.banner_url === '' ? undefined : row.banner_url,
    isVerified: row.is_verified === 1,
    listedCount: row.listed_count,
    appearance: row.appearance === '{}' ? PLAIN : appearanceOf(row.appearance),
  }
}

/** Stores profiles, each in place of what was there. The users must exist. */
export async function putProfiles(
  tx: Tx,
  profiles: readonly { readonly userId: bigint; readonly profile: Profile }[],
): Promise<void> {
  const rows = profiles.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
  await upsertProfiles(
    tx,
    rows.map(({ userId, profile }) => [
      userId,
      profile.location,
      profile.description,
      JSON.stringify(profile.descriptionLinks),
      profile.link?.url ?? '',
      profile.link?.expanded_url ?? '',
      profile.imageUrl ?? '',
      profile.bannerUrl ?? '',
      profile.isVerified ? 1 : 0,
      profile.listedCount,
      JSON.stringify(profile.appearance),
    ]),
  )
}

const COLUMNS = {
  user_id: 'integer',
  location: 'text',
  description: 'text',
  description_urls: 'text',
  url: 'text',
  expanded_url: 'text',
  image_url: 'text',
  banner_url: 'text',
  is_verified: 'integer',
  listed_count: 'integer',
  appearance: 'text',
} as const

const upsertProfiles = bulk(COLUMNS, (k, rows) =>
  k
    .insertInto('profiles')
    .columns(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])
    .expression(rows)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        location: eb.ref('excluded.location'),
        description: eb.ref('excluded.description'),
        description_urls: eb.ref('excluded.description_urls'),
        url: eb.ref('excluded.url'),
        expanded_url: eb.ref('excluded.expanded_url'),
        image_url: eb.ref('excluded.image_url'),
        banner_url: eb.ref('excluded.banner_url'),
        is_verified: eb.ref('excluded.is_verified'),
        listed_count: eb.ref('excluded.listed_count'),
        appearance: eb.ref('excluded.appearance'),
      })),
    ),
)
