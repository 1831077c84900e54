/** The v1.1 user object (spec/followers.md section 2), keys in the recorded order. */
import type { User } from '../../../domain/accounts/user.ts'
import { jsonNumber } from '../../../lib/json.ts'
import { v11Date } from './date.ts'

/** A user as anybody sees it. What no part of Aviary stores yet has the value of an account that never set it. */
export function userObject(user: User): Record<string, unknown> {
  return {
    id: jsonNumber(user.id),
    id_str: String(user.id),
    name: user.name,
    screen_name: user.screenName,
    location: '',
    description: '',
    url: null,
    entities: { description: { urls: [] } },
    protected: user.isProtected,
    followers_count: user.followersCount,
    friends_count: user.friendsCount,
    listed_count: 0,
    created_at: v11Date(user.createdAt),
    favourites_count: 0,
    utc_offset: null,
    time_zone: null,
    geo_enabled: false,
    verified: false,
    statuses_count: 0,
    lang: null,
    contributors_enabled: false,
    is_translator: false,
    is_translation_enabled: false,
    profile_background_color: 'F5F8FA',
    profile_background_image_url: null,
    profile_background_image_url_https: null,
    profile_background_tile: false,
    profile_image_url: null,
    profile_image_url_https: null,
    profile_link_color: '1DA1F2',
    profile_sidebar_border_color: 'C0DEED',
    profile_sidebar_fill_color: 'DDEEF6',
    profile_text_color: '333333',
    profile_use_background_image: true,
    has_extended_profile: false,
    default_profile: true,
    default_profile_image: true,
    following: false,
    follow_request_sent: false,
    notifications: false,
    translator_type: 'none',
    ...(user.withheldInCountries.length === 0
      ? {}
      : { withheld_in_countries: user.withheldInCountries, withheld_scope: 'user' }),
  }
}
