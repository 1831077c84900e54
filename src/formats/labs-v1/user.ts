/** The user object of Labs v1 (spec/labs-v1.md#formats). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { type Profile, pictureOf } from '../../domain/accounts/profile.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { entitiesOf } from '../v1.1/user-parts.ts'
import { type Format, filled, holds, member } from './format.ts'

/** As JSON text, in two parts: between them stands the user's newest post, where that is known. */
export interface UserText {
  readonly before: string
  readonly after: string
}

/** @param defaultPicture URL of the picture of users who have none */
export function userText(user: FullUser, format: Format, defaultPicture: string | undefined): UserText {
  const { profile } = user
  const before =
    `{"id":"${user.id}","created_at":"${isoSecond(user.createdAt)}"` +
    member('name', user.name) +
    member('username', user.screenName) +
    `,"protected":${user.isProtected}` +
    (holds(format, 'default') ? portrayalOf(profile) : '')
  const after =
    member('profile_image_url', pictureOf(profile) ?? defaultPicture) +
    `,"verified":${profile.isVerified}` +
    (holds(format, 'detailed') ? member('stats', statsOf(user)) : '') +
    member('withheld', withheldOf(user.withheldInCountries, 'user')) +
    `,"format":"${format}"}`
  return { before, after }
}

/** The whole. @param mostRecentId the user's newest post */
export function wholeUser(
  { before, after }: UserText,
  format: Format,
  mostRecentId: bigint | undefined,
): string {
  return mostRecentId === undefined || !holds(format, 'default')
    ? before + after
    : `${before},"most_recent_tweet_id":"${mostRecentId}"${after}`
}

/** Where something is withheld; undefined when nowhere. */
export function withheldOf(
  countryCodes: readonly string[],
  scope: 'tweet' | 'user',
): Record<string, unknown> | undefined {
  if (countryCodes.length === 0) return undefined
  return { ...(scope === 'tweet' ? { copyright: false } : {}), country_codes: countryCodes, scope }
}

function portrayalOf(profile: Profile): string {
  return (
    member('location', text(profile.location)) +
    member('url', profile.link?.url) +
    member('description', text(profile.description)) +
    member('entities', profileEntities(profile))
  )
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
function profileEntities(profile: Profile): Record<string, unknown> | undefined {
  if (profile.link === undefined && profile.descriptionLinks.length === 0) return undefined
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
