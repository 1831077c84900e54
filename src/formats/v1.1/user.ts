/** The v1.1 user object (spec/followers.md section 2), keys in the recorded order. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Profile, ProfileLink } from '../../domain/accounts/profile.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import { jsonNumber } from '../../lib/json.ts'
import { displayUrl } from '../../text/links.ts'
import { v11Date } from './date.ts'

export interface UserView {
  /** What stands between the viewer and the user; null for an app, `self` for the user's own eyes. */
  readonly relation: Relation | 'self' | null
  readonly includeEntities: boolean
  /** URL of the picture of users who have none; without it they have none here either. */
  readonly defaultPicture?: string | null | undefined
  /** Whether `profile_location` is there, which only users/show has. */
  readonly hasProfileLocation?: boolean
  /** The latest post; left out where there is none. */
  readonly status?: Record<string, unknown> | undefined
}

/** A user as somebody sees it. */
export function userObject(user: FullUser, view: UserView): Record<string, unknown> {
  const { profile } = user
  return {
    id: jsonNumber(user.id),
    id_str: String(user.id),
    name: user.name,
    screen_name: user.screenName,
    location: profile.location,
    ...(view.hasProfileLocation === true ? { profile_location: null } : {}),
    description: profile.description,
    url: profile.link?.url ?? null,
    ...(view.includeEntities ? { entities: entitiesOf(profile) } : {}),
    protected: user.isProtected,
    followers_count: user.followersCount,
    friends_count: user.friendsCount,
    listed_count: profile.listedCount,
    created_at: v11Date(user.createdAt),
    favourites_count: user.favouritesCount,
    utc_offset: null,
    time_zone: null,
    geo_enabled: false,
    verified: profile.isVerified,
    statuses_count: user.statusesCount,
    lang: null,
    ...(view.status === undefined ? {} : { status: view.status }),
    ...appearanceOf(profile, view.defaultPicture),
    ...connectionOf(view.relation),
    translator_type: 'none',
    ...(user.withheldInCountries.length === 0
      ? {}
      : { withheld_in_countries: user.withheldInCountries, withheld_scope: 'user' }),
    ...marksOf(view.relation),
  }
}

/** What nobody has set; a profile's `appearance` holds what differs. */
export const PLAIN_APPEARANCE = {
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
} as const

/** How the user looks on its page. */
export function appearanceOf(
  { imageUrl, bannerUrl, appearance }: Profile,
  defaultPicture: string | null = null,
): Record<string, unknown> {
  const {
    contributors_enabled,
    is_translator,
    is_translation_enabled,
    profile_background_color,
    profile_background_image_url,
    profile_background_image_url_https,
    profile_background_tile,
    profile_image_url,
    profile_image_url_https,
    ...others
  } = { ...PLAIN_APPEARANCE, ...imageOf(imageUrl), ...appearance }
  const hasPicture = profile_image_url !== null || profile_image_url_https !== null
  return {
    contributors_enabled,
    is_translator,
    is_translation_enabled,
    profile_background_color,
    profile_background_image_url,
    profile_background_image_url_https,
    profile_background_tile,
    profile_image_url: hasPicture ? profile_image_url : defaultPicture,
    profile_image_url_https: hasPicture ? profile_image_url_https : defaultPicture,
    ...(bannerUrl === undefined ? {} : { profile_banner_url: bannerUrl }),
    ...others,
  }
}

function imageOf(url: string | undefined): Record<string, unknown> {
  if (url === undefined) return {}
  return {
    profile_image_url: url.replace(/^https:/, 'http:'),
    profile_image_url_https: url,
    default_profile_image: false,
  }
}

/** The links in what the user says of itself. */
export function entitiesOf({ link, description, descriptionLinks }: Profile): Record<string, unknown> {
  return {
    ...(link === undefined ? {} : { url: { urls: [urlEntity(link, 0)] } }),
    description: { urls: urlEntities(description, descriptionLinks) },
  }
}

function urlEntities(text: string, links: readonly ProfileLink[]): Record<string, unknown>[] {
  const entities: Record<string, unknown>[] = []
  let from = 0
  for (const link of links) {
    const at = text.indexOf(link.url, from)
    if (at < 0) continue
    entities.push(urlEntity(link, [...text.slice(0, at)].length))
    from = at + link.url.length
  }
  return entities
}

function urlEntity({ url, expanded_url }: ProfileLink, at: number): Record<string, unknown> {
  return { url, expanded_url, display_url: displayUrl(expanded_url), indices: [at, at + [...url].length] }
}

/** What the viewer does to the user. */
export function connectionOf(relation: UserView['relation']): Record<string, unknown> {
  if (relation === null) return { following: null, follow_request_sent: null, notifications: null }
  if (relation === 'self') return { following: false, follow_request_sent: false, notifications: false }
  return {
    following: relation.following,
    follow_request_sent: relation.followingRequested,
    notifications: relation.wantsNotifications,
  }
}

/** What an app and the user itself do not see. */
export function marksOf(relation: UserView['relation']): Record<string, unknown> {
  if (relation === null || relation === 'self') return {}
  const { muting, blocking, blockedBy } = relation
  return { live_following: false, muting, blocking, blocked_by: blockedBy }
}
