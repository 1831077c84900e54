/** The user object of Labs v1 (spec/labs-lookup.md section 5). */
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import type { Profile } from '../../../domain/accounts/profile.ts'
import { entitiesOf } from '../../1.1/_objects/user.ts'
import { type Format, filled, holds } from './format.ts'

export interface UserContext {
  /** URL of the picture of users who have none. */
  readonly defaultPicture: string | undefined
  /** The user's newest post, where it is known. */
  readonly mostRecentId?: bigint | undefined
}

export function userObject(user: FullUser, format: Format, context: UserContext): Record<string, unknown> {
  const { profile } = user
  return filled({
    id: String(user.id),
    created_at: new Date(user.createdAt).toISOString(),
    name: user.name,
    username: user.screenName,
    protected: user.isProtected,
    ...(holds(format, 'default') ? portrayalOf(profile, context) : {}),
    profile_image_url: profile.imageUrl ?? context.defaultPicture,
    verified: profile.isVerified,
    ...(holds(format, 'detailed') ? { stats: statsOf(user) } : {}),
    withheld: withheldOf(user.withheldInCountries, 'user'),
    format,
  })
}

/** Where something is withheld; undefined when nowhere. */
export function withheldOf(
  countryCodes: readonly string[],
  scope: 'tweet' | 'user',
): Record<string, unknown> | undefined {
  if (countryCodes.length === 0) return undefined
  return { ...(scope === 'tweet' ? { copyright: false } : {}), country_codes: countryCodes, scope }
}

function portrayalOf(profile: Profile, { mostRecentId }: UserContext): Record<string, unknown> {
  return {
    location: text(profile.location),
    url: profile.link?.url,
    description: text(profile.description),
    entities: profileEntities(profile),
    most_recent_tweet_id: mostRecentId === undefined ? undefined : String(mostRecentId),
  }
}

function text(value: string): string | undefined {
  return value === '' ? undefined : value
}

interface LinkEntity {
  readonly url: string
  readonly expanded_url: string
  readonly display_url: string
  readonly indices: readonly [number, number]
}

/** The links on a profile, with the places of Labs. */
function profileEntities(profile: Profile): Record<string, unknown> {
  const parts = entitiesOf(profile) as Readonly<Record<string, { readonly urls: readonly LinkEntity[] }>>
  return filled(
    Object.fromEntries(
      Object.entries(parts).map(([part, { urls }]) => [part, filled({ urls: urls.map(link) })]),
    ),
  )
}

function link({
  url,
  expanded_url,
  display_url,
  indices: [start, end],
}: LinkEntity): Record<string, unknown> {
  return { start, end, url, expanded_url, display_url }
}

function statsOf({ followersCount, friendsCount, statusesCount, profile }: FullUser): Record<string, number> {
  return {
    followers_count: followersCount,
    following_count: friendsCount,
    tweet_count: statusesCount,
    listed_count: profile.listedCount,
  }
}
