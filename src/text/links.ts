/** Replaces URLs by short links (spec/text.md#stored-links, spec/posts.md#short-links). */
import type { Random } from '../lib/time/clock.ts'
import type { Entities, ListEntity, MentionEntity, TagEntity } from './entities.ts'
import type { Span } from './index-units.ts'
import { trimEnd } from './normalise.ts'
import type { UrlEntity } from './urls.ts'

/** A short link in a text, and its target. The span is the range of the short link in the text. */
export interface LinkEntity extends Span {
  /** The short link in the text. It has 23 characters: `https://t.co/` and a slug. */
  readonly url: string
  /** The original URL, with a scheme. */
  readonly expandedUrl: string
  /** The text that is displayed for the link; see {@link displayUrl}. */
  readonly displayUrl: string
}

/** A text with short links instead of URLs, and the spans of its entities. */
export interface LinkedText {
  readonly text: string
  readonly links: readonly LinkEntity[]
  readonly mentions: readonly MentionEntity[]
  readonly lists: readonly ListEntity[]
  readonly hashtags: readonly TagEntity[]
  readonly cashtags: readonly TagEntity[]
}

/** Creates short links and resolves existing ones. */
export interface Shortener {
  /**
   * Returns the slug for a link to a URL: 10 letters or digits. For each URL of a text, the function is called only
   * once.
   */
  slugFor(expandedUrl: string): string
  /** Returns the target of the link with a slug; undefined for an unknown slug. */
  targetOf(slug: string): string | undefined
}

const HOST = 'https://t.co/'
const SLUG_LENGTH = 10
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The length of a short link, in characters. */
export const LINK_LENGTH = HOST.length + SLUG_LENGTH

/** Maximum length of the displayed part after the host, in code points. */
const MAX_SHOWN_LENGTH = 16

/** Returns an unpredictable slug. All 62^10 slugs are equally likely. */
export function randomSlug(random: Random): string {
  let slug = ''
  while (slug.length < SLUG_LENGTH) {
    for (const byte of random(SLUG_LENGTH)) {
      // Bytes of 4 × 62 or more are skipped. Without this step, the remainder would make the first letters more
      // frequent.
      if (byte < 4 * LETTERS.length && slug.length < SLUG_LENGTH)
        slug += LETTERS.charAt(byte % LETTERS.length)
    }
  }
  return slug
}

/** The link with a slug. */
export function linkUrl(slug: string): string {
  return HOST + slug
}

/** The URL that a browser opens: the typed URL, with `http://` before it if it has no scheme. */
export function expandedUrl(written: string): string {
  return isWebAddress(written) ? written : `http://${written}`
}

/**
 * True if a URL has the scheme http or https. The check is needed because in a link on a page, other schemes could run
 * scripts.
 */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

/**
 * The displayed form of a URL, as in all recorded posts. It is the whole host without `www.`, followed by at most 16
 * code points of the rest. If the rest is longer, the last of the 16 code points is `…`. A rest that is only `/` is
 * omitted.
 */
export function displayUrl(address: string): string {
  const [, host = '', rest = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/?#]*)(.*)$/is.exec(address) ?? []
  if (rest === '/') return host
  const shown = [...rest]
  return host + (shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH - 1).join('')}…` : rest)
}

/** Makes the entity for a link to a URL. The entity begins at the given offset of a text. */
export function linkEntity(url: string, address: string, start: number): LinkEntity {
  return { start, end: start + url.length, url, expandedUrl: address, displayUrl: displayUrl(address) }
}

/**
 * Replaces each URL by a short link, and moves the positions of the other entities. Equal URLs get the same link. A
 * short link of this server with a known target keeps its slug and target.
 * @param entities the entities of `text`
 */
export function shortenUrls(text: string, entities: Entities, shortener: Shortener): LinkedText {
  const links: LinkEntity[] = []
  const known = new Map<string, string>()
  const slugOf = (address: string) => {
    const slug = known.get(address) ?? shortener.slugFor(address)
    known.set(address, slug)
    return slug
  }
  let linked = ''
  let done = 0
  for (const entity of entities.urls) {
    linked += text.slice(done, entity.start)
    const { slug, address } = target(entity, shortener, slugOf)
    links.push(linkEntity(linkUrl(slug), address, linked.length))
    linked += linkUrl(slug)
    done = entity.end
  }
  const { mentions, lists, hashtags, cashtags } = entities
  const moved = <E extends Span>(others: readonly E[]) => move(others, entities.urls, links)
  return {
    text: linked + text.slice(done),
    links,
    mentions: moved(mentions),
    lists: moved(lists),
    hashtags: moved(hashtags),
    cashtags: moved(cashtags),
  }
}

/**
 * Appends a link, such as the link to attached media, to a text. @returns the text and the range of the link
 */
export function appendLink(text: string, url: string): { readonly text: string; readonly span: Span } {
  const before = text === '' ? '' : `${text} `
  return { text: before + url, span: { start: before.length, end: before.length + url.length } }
}

function target({ url }: UrlEntity, shortener: Shortener, slugOf: (address: string) => string) {
  const slug = /^https?:\/\/t\.co\/([A-Za-z0-9]{10})(?![A-Za-z0-9])/i.exec(url)?.[1]
  const known = slug === undefined ? undefined : shortener.targetOf(slug)
  if (slug !== undefined && known !== undefined) return { slug, address: known }
  const address = expandedUrl(url)
  return { slug: slugOf(address), address }
}

/** Moves the positions of entities by the change in length of the preceding URLs. */
function move<E extends Span>(
  others: readonly E[],
  urls: readonly UrlEntity[],
  links: readonly LinkEntity[],
): E[] {
  let before = 0
  return others.map((entity) => {
    while ((urls[before]?.end ?? Number.POSITIVE_INFINITY) <= entity.start) before += 1
    const shift = (links[before - 1]?.end ?? 0) - (urls[before - 1]?.end ?? 0)
    return { ...entity, start: entity.start + shift, end: entity.end + shift }
  })
}

/** Removes the short link with `slug` from the end of a text. Other texts stay unchanged. */
export function withoutLastLink(text: string, slug: string): string {
  const link = linkUrl(slug)
  const rest = trimEnd(text)
  return rest.endsWith(link) ? rest.slice(0, -link.length) : text
}
