/**
 * Declares the fields of the Labs v1 user object (spec/labs-v1.md#formats), in JSON order. To add a field, add it here.
 */
import { type TSchema, Type } from 'typebox'
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { listedCountOf } from '../../domain/accounts/memberships.ts'
import { type Profile, pictureOf } from '../../domain/accounts/profile.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import type { DerivedField, TableInputs } from '../fields/field.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { FieldTable } from '../fields/table.ts'
import { entitiesOf } from '../v1.1/user-parts.ts'
import { LINK_FIELDS, type Link } from './entities.ts'
import { FORMAT_FIELD, type Format, holds, unlessEmpty } from './format.ts'
import { COUNT, FLAG, ID, TEXT, TIME, WITHHELD_USER, withheldOf } from './schemas.ts'

export interface UserRequest {
  readonly format: Format
  /** URL of the default picture; undefined if there is none. */
  readonly defaultPicture: string | undefined
}

export interface UserInputs extends TableInputs {
  readonly request: UserRequest
  readonly user: FullUser
  /** Id of the newest post of the user, if it is known. */
  readonly newest: bigint | undefined
  /** Id of the pinned post of the user, if it is known. */
  readonly pinned: bigint | undefined
}

type UserField = DerivedField<UserInputs, 'user'>

/** @param from the smallest format that shows the field */
function own(name: string, schema: TSchema, value: (user: FullUser) => unknown, from?: Format): UserField {
  return {
    name,
    from: 'user',
    schema: Type.Optional(schema),
    value: (user) => unlessEmpty(value(user)),
    ...(from === undefined ? {} : { shownIf: FROM[from] }),
  }
}

/** One condition for each format. Fields with the same condition are rendered as one part. */
const FROM: Readonly<Record<Format, (request: UserRequest) => boolean>> = {
  compact: () => true,
  default: ({ format }) => holds(format, 'default'),
  detailed: ({ format }) => holds(format, 'detailed'),
}

const LINKS = Type.Object({ urls: Type.Array(Type.Object(LINK_FIELDS.schema())) })

const ENTITIES = Type.Object({ url: Type.Optional(LINKS), description: Type.Optional(LINKS) })

const STATS_FIELDS = new ObjectTable<FullUser>([
  { name: 'followers_count', schema: COUNT, value: (user) => user.followersCount },
  { name: 'following_count', schema: COUNT, value: (user) => user.friendsCount },
  { name: 'tweet_count', schema: COUNT, value: (user) => user.statusesCount },
  { name: 'listed_count', schema: COUNT, value: listedCountOf },
])

export const USER_FIELDS = new FieldTable<UserInputs>([
  own('id', ID, (user) => String(user.id)),
  own('created_at', TIME, (user) => isoSecond(user.createdAt)),
  own('name', TEXT, (user) => user.name),
  own('username', TEXT, (user) => user.screenName),
  own('protected', FLAG, (user) => user.isProtected),
  own('location', TEXT, ({ profile }) => profile.location || undefined, 'default'),
  own('url', TEXT, ({ profile }) => profile.link?.url, 'default'),
  own('description', TEXT, ({ profile }) => profile.description || undefined, 'default'),
  own('verified', FLAG, ({ profile }) => profile.isVerified),
  own('entities', ENTITIES, ({ profile }) => profileEntities(profile), 'default'),
  {
    ...own('profile_image_url', TEXT, ({ profile }) => pictureOf(profile)),
    otherwise: ({ defaultPicture }) => defaultPicture,
  },
  own('stats', Type.Object(STATS_FIELDS.schema()), (user) => STATS_FIELDS.object(user), 'detailed'),
  {
    name: 'most_recent_tweet_id',
    schema: Type.Optional(ID),
    from: 'newest',
    value: (id) => id?.toString(),
    shownIf: FROM.default,
  },
  {
    name: 'pinned_tweet_id',
    schema: Type.Optional(ID),
    from: 'pinned',
    value: (id) => id?.toString(),
    shownIf: FROM.default,
  },
  own('withheld', WITHHELD_USER, ({ withheldInCountries }) => withheldOf(withheldInCountries, 'user')),
  { ...FORMAT_FIELD, from: 'request' },
])

/** Links in a profile. Fields of the profile without links are left out. */
function profileEntities(profile: Profile): Record<string, unknown> | undefined {
  if (profile.link === undefined && profile.descriptionLinks.length === 0) return undefined
  const parts = entitiesOf(profile) as Readonly<Record<string, { readonly urls: readonly Link[] }>>
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, { urls }]) =>
      urls.length === 0 ? [] : [[part, { urls: urls.map((url) => LINK_FIELDS.object(url)) }]],
    ),
  )
}
