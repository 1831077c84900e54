/** Makes the links and pictures of the v1.1 user object (spec/users.md#user-object). */
import type { Profile, ProfileLink } from '../../domain/accounts/profile.ts'
import { displayUrl } from '../../text/links.ts'

/** Links in the profile. */
export function entitiesOf({ link, description, descriptionLinks }: Profile): Record<string, unknown> {
  return {
    ...(link === undefined ? {} : { url: { urls: [urlEntity(link, 0)] } }),
    description: { urls: urlEntities(description, descriptionLinks) },
  }
}

export function hasNoLinks({ link, descriptionLinks }: Profile): boolean {
  return link === undefined && descriptionLinks.length === 0
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

/** URLs of a picture, without and with TLS. */
export interface Pictures {
  readonly plain: unknown
  readonly secure: unknown
}

/** The user's picture, or an imported default picture; undefined if the user has the default picture of this server. */
export function ownPictures({ imageUrl, appearance }: Profile): Pictures | undefined {
  const {
    profile_image_url: plain = imageUrl?.replace(/^https:/, 'http:') ?? null,
    profile_image_url_https: secure = imageUrl ?? null,
  } = appearance
  return plain === null && secure === null ? undefined : { plain, secure }
}

const THEME = /^https?:\/\/abs\.twimg\.com\/images\/themes\//

/**
 * The background picture, if it belongs to a theme, or null if there is none; for any other picture, the
 * picture of the first theme.
 */
export function themePicture(picture: unknown, scheme: 'http' | 'https'): unknown {
  if (typeof picture !== 'string' || THEME.test(picture)) return picture
  return `${scheme}://abs.twimg.com/images/themes/theme1/bg.png`
}

/** True when the appearance has only default values. */
export function hasUsualLooks({ imageUrl, bannerUrl, appearance }: Profile): boolean {
  return imageUrl === undefined && bannerUrl === undefined && isEmpty(appearance)
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false
  return true
}
