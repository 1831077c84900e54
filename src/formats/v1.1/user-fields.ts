/**
 * Declares the fields of the v1.1 user object (spec/users.md#user-object), in the order of recorded responses, with the
 * days of spec/retired-endpoints.md#fields-by-date. To add a field, add it here.
 */
import { Type } from 'typebox'
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { listedCountOf } from '../../domain/accounts/memberships.ts'
import { FieldTable } from '../fields/table.ts'
import { v11Date } from './date.ts'
import { count, date, id, idText, nullable } from './scalars.ts'
import {
  connection,
  look,
  mark,
  picture,
  SAMPLE_USER,
  stored,
  USUAL_LOOKS,
  type UserField,
  type UserInputs,
} from './user-field-kinds.ts'
import { entitiesOf, hasNoLinks, ownPictures, themePicture } from './user-parts.ts'

const TEXT = Type.String()
const MAYBE_TEXT = nullable(TEXT)
const FLAG = Type.Boolean()
const COLOR = Type.String({ pattern: '^[0-9A-Fa-f]{6}$' })

const LINKS = Type.Object({
  urls: Type.Array(
    Type.Object({
      url: Type.String({ description: 'The URL as written in the text.' }),
      expanded_url: Type.String({ description: 'The target of the link.' }),
      display_url: TEXT,
      indices: Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 2,
        maxItems: 2,
        description: 'Position in the text, in code points.',
      }),
    }),
  ),
})

const ENTITIES = Type.Object(
  { url: Type.Optional(LINKS), description: LINKS },
  { description: 'Links in `url` and `description`. Omitted with `include_entities=false`.' },
)

const WITHHELD = Type.Array(Type.String(), {
  description: 'Countries in which the user is not shown: ISO 3166-1 alpha-2, or `XX` for all.',
})

/**
 * Day of the first recorded response with an object in `profile_location`; the exact first day is unknown.
 */
const LOCATION_OF_SHOW_SINCE = '2015-11-01'

/** The first day without the time zone fields; later, only account/settings has these fields. */
const ZONES_UNTIL = '2018-05-23'
const LANG_UNTIL = '2019-05-21'

/** The first day on which users no longer had background pictures of their own. */
const OWN_BACKGROUNDS_UNTIL = '2018-05-14'

/** A background picture. From {@link OWN_BACKGROUNDS_UNTIL} on, only pictures of themes are shown. */
function background(name: string, scheme: 'http' | 'https'): readonly UserField[] {
  const own = look(name, MAYBE_TEXT, null)
  const themeOf: UserField['value'] = (user) => themePicture(own.value(user), scheme)
  return [
    { ...own, until: OWN_BACKGROUNDS_UNTIL },
    { ...own, since: OWN_BACKGROUNDS_UNTIL, value: themeOf },
  ]
}

/** The default case: most users are not withheld. */
const NOT_WITHHELD: UserField['usual'] = {
  when: ({ withheldInCountries }) => withheldInCountries.length === 0,
  sample: SAMPLE_USER,
}

export const USER_FIELDS = new FieldTable<UserInputs, 'status'>([
  stored('id', 'users.id', id('The user.'), (user) => user.id),
  stored('id_str', 'users.id', idText('The user. As text.'), (user) => String(user.id)),
  stored('name', 'users.name', TEXT, (user) => user.name),
  stored('screen_name', 'users.screen_name', TEXT, (user) => user.screenName),
  stored('location', 'profiles.location', TEXT, ({ profile }) => profile.location),
  { name: 'profile_location', until: LOCATION_OF_SHOW_SINCE, schema: Type.Null(), fixed: null },
  {
    name: 'profile_location',
    since: LOCATION_OF_SHOW_SINCE,
    schema: Type.Null(),
    from: 'request',
    value: ({ hasProfileLocation }) => (hasProfileLocation === true ? null : undefined),
  },
  stored('description', 'profiles.description', TEXT, ({ profile }) => profile.description),
  stored('url', 'profiles.url', MAYBE_TEXT, ({ profile }) => profile.link?.url ?? null),
  {
    name: 'entities',
    schema: Type.Optional(ENTITIES),
    from: 'user',
    value: ({ profile }) => entitiesOf(profile),
    usual: { when: ({ profile }) => hasNoLinks(profile), sample: SAMPLE_USER },
    shownIf: ({ includeEntities }) => includeEntities,
  },
  stored(
    'protected',
    'users.is_protected',
    Type.Boolean({ description: 'True when only approved followers see posts and lists.' }),
    (user) => user.isProtected,
  ),
  stored(
    'followers_count',
    'user_counts.followers_count',
    count('Users who follow this user.'),
    (user) => user.followersCount,
  ),
  stored(
    'friends_count',
    'user_counts.friends_count',
    count('Users whom this user follows.'),
    (user) => user.friendsCount,
  ),
  stored('listed_count', 'profiles.listed_count', count('Lists that this user is in.'), listedCountOf),
  stored('created_at', 'users.created_at', date('Time at which the account was created.'), (user) =>
    v11Date(user.createdAt),
  ),
  stored(
    'favourites_count',
    'user_counts.favourites_count',
    count('Posts that this user likes.'),
    (user) => user.favouritesCount,
  ),
  { name: 'utc_offset', until: ZONES_UNTIL, schema: Type.Integer(), fixed: 0 },
  { name: 'utc_offset', since: ZONES_UNTIL, schema: Type.Null(), fixed: null },
  { name: 'time_zone', until: ZONES_UNTIL, schema: TEXT, fixed: 'UTC' },
  { name: 'time_zone', since: ZONES_UNTIL, schema: Type.Null(), fixed: null },
  { name: 'geo_enabled', schema: FLAG, fixed: false },
  stored('verified', 'profiles.is_verified', FLAG, ({ profile }) => profile.isVerified),
  stored(
    'statuses_count',
    'user_counts.statuses_count',
    count('Posts of this user.'),
    (user) => user.statusesCount,
  ),
  { name: 'lang', until: LANG_UNTIL, schema: TEXT, fixed: 'en' },
  { name: 'lang', since: LANG_UNTIL, schema: Type.Null(), fixed: null },
  { nested: 'status' },
  look('contributors_enabled', FLAG, false),
  look('is_translator', FLAG, false),
  look('is_translation_enabled', FLAG, false),
  look('profile_background_color', COLOR, 'F5F8FA'),
  ...background('profile_background_image_url', 'http'),
  ...background('profile_background_image_url_https', 'https'),
  look('profile_background_tile', FLAG, false),
  picture('profile_image_url', 'profiles.image_url', ({ profile }) => ownPictures(profile)?.plain),
  picture('profile_image_url_https', 'profiles.image_url', ({ profile }) => ownPictures(profile)?.secure),
  {
    ...stored(
      'profile_banner_url',
      'profiles.banner_url',
      Type.Optional(TEXT),
      ({ profile }) => profile.bannerUrl,
    ),
    usual: USUAL_LOOKS,
  },
  look('profile_link_color', COLOR, '1DA1F2'),
  look('profile_sidebar_border_color', COLOR, 'C0DEED'),
  look('profile_sidebar_fill_color', COLOR, 'DDEEF6'),
  look('profile_text_color', COLOR, '333333'),
  look('profile_use_background_image', FLAG, true),
  { ...look('has_extended_profile', FLAG, false), since: '2015-11-01' },
  look('default_profile', FLAG, true),
  {
    ...look('default_profile_image', FLAG, true),
    value: ({ profile: { imageUrl, appearance } }: FullUser) => {
      const { default_profile_image: own = imageUrl === undefined } = appearance
      return own
    },
  },
  connection(
    'following',
    Type.Boolean({ description: 'True if the caller follows this user.' }),
    'following',
  ),
  connection(
    'follow_request_sent',
    Type.Boolean({ description: 'True while a follow request of the caller is pending.' }),
    'followingRequested',
  ),
  connection('notifications', FLAG, 'wantsNotifications'),
  { name: 'translator_type', since: '2016-09-01', schema: TEXT, fixed: 'none' },
  {
    ...stored(
      'withheld_in_countries',
      'users.withheld_in_countries',
      Type.Optional(WITHHELD),
      ({ withheldInCountries: all }) => (all.length === 0 ? undefined : all),
    ),
    usual: NOT_WITHHELD,
  },
  {
    name: 'withheld_scope',
    schema: Type.Optional(Type.Literal('user')),
    from: 'user',
    value: ({ withheldInCountries: all }) => (all.length === 0 ? undefined : 'user'),
    usual: NOT_WITHHELD,
  },
  mark('live_following', FLAG),
  mark('muting', Type.Boolean({ description: 'True if the caller mutes this user.' }), 'muting'),
  mark('blocking', Type.Boolean({ description: 'True if the caller blocks this user.' }), 'blocking'),
  mark('blocked_by', Type.Boolean({ description: 'True if this user blocks the caller.' }), 'blockedBy'),
])
