/**
 * Declares the fields of the API v2 user object (spec/v2-objects.md#user), in JSON order. To add a field, add it here.
 */
import { Type } from 'typebox'
import type { FullUser, UserColumn } from '../../domain/accounts/find-users.ts'
import { listedCountOf } from '../../domain/accounts/memberships.ts'
import { pictureOf, VERIFIED_TYPES } from '../../domain/accounts/profile.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { type Day, REFERENCE_DAY } from '../fields/day.ts'
import { type DatedSchema, ObjectTable } from '../fields/object-table.ts'
import { type AbsentField, type MemberField, V2FieldTable } from './field-table.ts'
import { CONNECTIONS, connectionsIn } from './members/connections.ts'
import { PROFILE_ENTITY_FIELDS } from './profile-entities.ts'
import { COUNT, FLAG, ID, TEXT, TIME } from './scalars.ts'
import { WITHHELD_USER } from './withheld.ts'

/** Data that the object shows and that is not part of the user. */
export interface UserSurroundings {
  readonly user: FullUser
  /** URL of the default picture; undefined if there is none. */
  readonly defaultPicture: string | undefined
  /** The pinned post, if the viewer may see it. */
  readonly pinnedId: bigint | undefined
  /** The newest post that the viewer may see. */
  readonly mostRecentId?: bigint | undefined
  /** The relation of the viewer to the user; undefined if the viewer is an app or the user itself. */
  readonly relation?: Relation | undefined
  /** True if the viewer may send direct messages to the user; undefined if the viewer is an app or the user itself. */
  readonly receivesMessages?: boolean | undefined
  /** E-mail address; undefined unless the viewer is the user and has allowed the app to read it. */
  readonly email?: string | undefined
}

/**
 * Inputs of the object. Fields that depend on `user` are rendered once and cached; fields that depend on `surroundings`
 * follow these fields.
 */
export interface UserInputs {
  readonly user: FullUser
  readonly surroundings: UserSurroundings
}

type UserField<Name extends string> = MemberField<UserInputs, 'user', Name>

/**
 * A field that is the same for every viewer.
 * @param more days of the field, and kinds of endpoints that do not accept it
 */
function own<const Name extends string>(
  name: Name,
  stored: UserColumn,
  schema: DatedSchema,
  value: UserField<Name>['value'],
  more: Pick<UserField<Name>, 'since' | 'until' | 'notIn' | 'isDefault'> = {},
): UserField<Name> {
  return { name, from: 'user', stored, schema, value, ...more }
}

/** A field with data that is not part of the user. @param since first day of the field */
function around<const Name extends string>(
  name: Name,
  schema: DatedSchema,
  value: (surroundings: UserSurroundings) => unknown,
  since?: Day,
): MemberField<UserInputs, 'surroundings', Name> {
  return { name, from: 'surroundings', schema, value, since }
}

/** A field that parameters accept and that objects do not have. */
function absent<const Name extends string>(name: Name, since: Day = REFERENCE_DAY): AbsentField<Name> {
  return { name, since }
}

const PUBLIC_METRICS = new ObjectTable<FullUser>([
  { name: 'followers_count', schema: COUNT, value: (user) => user.followersCount },
  { name: 'following_count', schema: COUNT, value: (user) => user.friendsCount },
  { name: 'tweet_count', schema: COUNT, value: (user) => user.statusesCount },
  { name: 'listed_count', schema: COUNT, value: listedCountOf },
])

const VERIFIED_TYPE = Type.Union((['none', ...VERIFIED_TYPES] as const).map((type) => Type.Literal(type)))

const AFFILIATIONS_SINCE: Day = '2024-08-02'

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
  own('profile_banner_url', 'profiles.banner_url', TEXT, ({ profile }) => profile.bannerUrl, {
    since: '2024-06-17',
  }),
  own(
    'public_metrics',
    'user_counts.followers_count',
    (day) => Type.Object(PUBLIC_METRICS.schema(day)),
    (user, day) => PUBLIC_METRICS.object(user, day),
  ),
  own('url', 'profiles.url', TEXT, ({ profile }) => profile.link?.url),
  own('verified', 'profiles.is_verified', FLAG, ({ profile }) => profile.isVerified),
  own(
    'verified_type',
    'profiles.verified_type',
    VERIFIED_TYPE,
    ({ profile }) => profile.verifiedType ?? (profile.isVerified ? 'blue' : 'none'),
    { since: '2022-12-21' },
  ),
  own('withheld', 'users.withheld_in_countries', WITHHELD_USER, ({ withheldInCountries: codes }) =>
    codes.length === 0 ? undefined : { country_codes: codes, scope: 'user' },
  ),
  around('profile_image_url', TEXT, ({ user, defaultPicture }) =>
    pictureOf(user.profile) === undefined ? defaultPicture : undefined,
  ),
  around('pinned_tweet_id', ID, ({ pinnedId }) => pinnedId?.toString()),
  around('most_recent_tweet_id', ID, ({ mostRecentId }) => mostRecentId?.toString(), REFERENCE_DAY),
  around(
    'connection_status',
    CONNECTIONS,
    ({ relation }) => (relation === undefined ? undefined : connectionsIn(relation)),
    '2024-01-16',
  ),
  around('receives_your_dm', FLAG, ({ receivesMessages }) => receivesMessages, '2023-11-29'),
  around('confirmed_email', TEXT, ({ email }) => email, '2025-04-03'),
  absent('affiliation', AFFILIATIONS_SINCE),
  absent('is_identity_verified', AFFILIATIONS_SINCE),
  absent('parody', AFFILIATIONS_SINCE),
  absent('subscribes_to_you', '2023-11-20'),
  absent('subscription', '2023-11-20'),
  absent('subscription_type', '2023-11-20'),
  absent('verified_followers_count', AFFILIATIONS_SINCE),
] as const

export const USER_FIELDS = new V2FieldTable<UserInputs, (typeof fields)[number]['name']>(
  fields,
  PUBLIC_METRICS.changes,
)

function unlessEmpty(members: Record<string, unknown>): Record<string, unknown> | undefined {
  for (const _ in members) return members
  return undefined
}
