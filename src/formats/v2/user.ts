/** The user object of Labs v2 and the second generation (spec/v2-objects.md#user). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { type Profile, type ProfileLink, pictureOf } from '../../domain/accounts/profile.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { extractEntities } from '../../text/entities.ts'
import { codePointLength, indexMap, type Span, spanIndices } from '../../text/index-units.ts'
import { displayUrl } from '../../text/links.ts'
import { type FieldSet, has } from './field-set.ts'
import { USER } from './fields.ts'

type Members = Record<string, unknown>

/**
 * A user with those of the fields that are not empty. What depends on the request or on other things is put in by
 * whoever answers: the pinned post, and the picture of a user who has none.
 */
export function userObject(user: FullUser, fields: FieldSet): Members {
  const { profile } = user
  const members: Members = { id: String(user.id), name: user.name, username: user.screenName }
  if (has(fields, USER.created_at)) members['created_at'] = isoSecond(user.createdAt)
  if (has(fields, USER.description)) put(members, 'description', profile.description)
  if (has(fields, USER.entities)) put(members, 'entities', entitiesOf(profile))
  if (has(fields, USER.location)) put(members, 'location', profile.location)
  if (has(fields, USER.profile_image_url)) put(members, 'profile_image_url', pictureOf(profile))
  if (has(fields, USER.protected)) members['protected'] = user.isProtected
  if (has(fields, USER.public_metrics)) {
    members['public_metrics'] = {
      followers_count: user.followersCount,
      following_count: user.friendsCount,
      tweet_count: user.statusesCount,
      listed_count: profile.listedCount,
    }
  }
  if (has(fields, USER.url)) put(members, 'url', profile.link?.url)
  if (has(fields, USER.verified)) members['verified'] = profile.isVerified
  if (has(fields, USER.withheld) && user.withheldInCountries.length > 0) {
    members['withheld'] = { country_codes: user.withheldInCountries, scope: 'user' }
  }
  return members
}

function put(members: Members, name: string, value: unknown): void {
  if (value !== undefined && value !== '') members[name] = value
}

function entitiesOf({ link, description, descriptionLinks }: Profile): Members | undefined {
  const members: Members = {}
  if (link !== undefined) {
    members['url'] = { urls: [urlOf(link, [0, codePointLength(link.url)])] }
  }
  const inText = describedEntities(description, descriptionLinks)
  if (inText !== undefined) members['description'] = inText
  return Object.keys(members).length === 0 ? undefined : members
}

function describedEntities(description: string, links: readonly ProfileLink[]): Members | undefined {
  const map = indexMap(description, 'code-point')
  const { hashtags, mentions, cashtags } = extractEntities(description)
  const members: Members = {}
  const urls = spansOf(description, links).map(([link, span]) => urlOf(link, spanIndices(map, span)))
  const at = (span: Span) => {
    const [start, end] = spanIndices(map, span)
    return { start, end }
  }
  if (urls.length > 0) members['urls'] = urls
  if (hashtags.length > 0) members['hashtags'] = hashtags.map((tag) => ({ ...at(tag), tag: tag.tag }))
  if (mentions.length > 0) {
    members['mentions'] = mentions.map((mention) => ({ ...at(mention), username: mention.screenName }))
  }
  if (cashtags.length > 0) members['cashtags'] = cashtags.map((tag) => ({ ...at(tag), tag: tag.tag }))
  return Object.keys(members).length === 0 ? undefined : members
}

/** The links of a description, each where it stands. */
function spansOf(description: string, links: readonly ProfileLink[]): [ProfileLink, Span][] {
  let from = 0
  return links.flatMap((link): [ProfileLink, Span][] => {
    const start = description.indexOf(link.url, from)
    if (start < 0) return []
    from = start + link.url.length
    return [[link, { start, end: from }]]
  })
}

function urlOf({ url, expanded_url }: ProfileLink, [start, end]: readonly [number, number]): Members {
  return { start, end, url, expanded_url, display_url: displayUrl(expanded_url) }
}
