/** Fields of the API v2 user object (spec/v2-objects.md#user), in wire order. To add a field, add it here. */
import { type TSchema, Type } from 'typebox'
import type { FullUser, UserColumn } from '../../domain/accounts/find-users.ts'
import { listedCountOf } from '../../domain/accounts/memberships.ts'
import { pictureOf } from '../../domain/accounts/profile.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { type MemberField, V2FieldTable } from './field-table.ts'
import { PROFILE_ENTITY_FIELDS } from './profile-entities.ts'
import { COUNT, FLAG, ID, TEXT, TIME } from './scalars.ts'
import { WITHHELD_USER } from './withheld.ts'

/** Data that the object shows in addition to the user. */
export interface UserSurroundings {
  readonly user: FullUser
  /** URL of the default picture; undefined for none. */
  readonly defaultPicture: string | undefined
  /** The pinned post, if visible to the viewer. */
  readonly pinnedId: bigint | undefined
}

/** Inputs of the object. Renderings of `user` are cached; members of the other are inserted after them. */
export interface UserInputs {
  readonly user: FullUser
  readonly surroundings: UserSurroundings
}

type UserField<Name extends string> = MemberField<UserInputs, 'user', Name>

/** A field that is equal for every viewer. @param more its days, and calls that do not accept it */
function own<const Name extends string>(
  name: Name,
  stored: UserColumn,
  schema: TSchema,
  value: UserField<Name>['value'],
  more: Pick<UserField<Name>, 'since' | 'until' | 'notIn' | 'isDefault'> = {},
): UserField<Name> {
  return { name, from: 'user', stored, schema, value, ...more }
}

/** A field of the surroundings. */
function around<const Name extends string>(
  name: Name,
  schema: TSchema,
  value: (surroundings: UserSurroundings) => unknown,
): MemberField<UserInputs, 'surroundings', Name> {
  return { name, from: 'surroundings', schema, value }
}

const PUBLIC_METRICS = new ObjectTable<FullUser>([
  { name: 'followers_count', schema: COUNT, value: (user) => user.followersCount },
  { name: 'following_count', schema: COUNT, value: (user) => user.friendsCount },
  { name: 'tweet_count', schema: COUNT, value: (user) => user.statusesCount },
  { name: 'listed_count', schema: COUNT, value: listedCountOf },
])

const fields = [
  own('id', 'users.id', ID, (user) => String(user.id), { isDefault: true }),
  own('name', 'users.name', TEXT, (user) => user.name, { isDefault: true }),
  own('username', 'users.screen_name', TEXT, (user) => user.screenName, { isDefault: true }),
  own('created_at', 'users.created_at', TIME, (user) => isoSecond(user.createdAt)),
  own('description', 'profiles.description', TEXT, ({ profile }) => profile.description),
  own('entities', 'profiles.description', Type.Object(PROFILE_ENTITY_FIELDS.schema()), ({ profile }) =>
    unlessEmpty(PROFILE_ENTITY_FIELDS.object(profile)),
  ),
  own('location', 'profiles.location', TEXT, ({ profile }) => profile.location),
  own('profile_image_url', 'profiles.image_url', TEXT, ({ profile }) => pictureOf(profile)),
  own('protected', 'users.is_protected', FLAG, (user) => user.isProtected),
  own('public_metrics', 'user_counts.followers_count', Type.Object(PUBLIC_METRICS.schema()), (user) =>
    PUBLIC_METRICS.object(user),
  ),
  own('url', 'profiles.url', TEXT, ({ profile }) => profile.link?.url),
  own('verified', 'profiles.is_verified', FLAG, ({ profile }) => profile.isVerified),
  own('withheld', 'users.withheld_in_countries', WITHHELD_USER, ({ withheldInCountries: codes }) =>
    codes.length === 0 ? undefined : { country_codes: codes, scope: 'user' },
  ),
  around('profile_image_url', TEXT, ({ user, defaultPicture }) =>
    pictureOf(user.profile) === undefined ? defaultPicture : undefined,
  ),
  around('pinned_tweet_id', ID, ({ pinnedId }) => pinnedId?.toString()),
] as const

export const USER_FIELDS = new V2FieldTable<UserInputs, (typeof fields)[number]['name']>(fields)

function unlessEmpty(members: Record<string, unknown>): Record<string, unknown> | undefined {
  for (const _ in members) return members
  return undefined
}
