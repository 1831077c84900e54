/** Short links in place of URLs (spec/text.md#stored-links, spec/posts.md#short-links). */
import type { Random } from '../lib/time/clock.ts'
import type { Entities, ListEntity, MentionEntity, TagEntity } from './entities.ts'
import type { Span } from './index-units.ts'
import { trimEnd } from './normalise.ts'
import type { UrlEntity } from './urls.ts'

/** A link in a text, and where it leads. The span is that of `url`. */
export interface LinkEntity extends Span {
  /** The short link in the text, 23 characters: `https://t.co/` and a slug. */
  readonly url: string
  /** The original address, with a scheme. */
  readonly expandedUrl: string
  /** The displayed text: see {@link displayUrl}. */
  readonly displayUrl: string
}

/** A text whose URLs are links, and the entities at their places in it. */
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
  /** The slug of a link to an address, 10 letters or digits. Called once per text for the same address. */
  slugFor(expandedUrl: string): string
  /** Where the link with a slug leads; undefined when there is none. */
  targetOf(slug: string): string | undefined
}

const HOST = 'https://t.co/'
const SLUG_LENGTH = 10
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Length of a short link, in characters. */
export const LINK_LENGTH = HOST.length + SLUG_LENGTH

/** Maximum displayed length after the host of an address, in code points. */
const MAX_SHOWN_LENGTH = 16

/** An unpredictable slug, each of the 62^10 as likely as the others. */
export function randomSlug(random: Random): string {
  let slug = ''
  while (slug.length < SLUG_LENGTH) {
    for (const byte of random(SLUG_LENGTH)) {
      // The bytes beyond four whole alphabets would favour its first letters.
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

/** An address as it is opened: what was written, with `http://` where no scheme was. */
export function expandedUrl(written: string): string {
  return isWebAddress(written) ? written : `http://${written}`
}

/** Reports whether an address uses http or https. In an anchor, other schemes could run scripts. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

/**
 * An address as people see it: the host without `www.`, whole, and 16 code points of what follows it, of which the last
 * is `…` when there is more; a lone slash is left out. So in all recorded posts.
 */
export function displayUrl(address: string): string {
  const [, host = '', rest = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/?#]*)(.*)$/is.exec(address) ?? []
  if (rest === '/') return host
  const shown = [...rest]
  return host + (shown.length > MAX_SHOWN_LENGTH ? `${shown.slice(0, MAX_SHOWN_LENGTH - 1).join('')}…` : rest)
}

/** A link to an address, at a place of a text. */
export function linkEntity(url: string, address: string, start: number): LinkEntity {
  return { start, end: start + url.length, url, expandedUrl: address, displayUrl: displayUrl(address) }
}

/**
 * Puts a link in place of each URL; other entities move along. The same address gets the same link; a link of the
 * service that leads somewhere stays and keeps its target.
 * @param entities those of `text`
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

/** Appends a link to a text, for example of attached media, and returns its range. */
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

/** Entities shifted by what the URLs before them grew or shrank. */
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

/** A text without the short link of `slug` at its end, if it has one there. */
export function withoutLastLink(text: string, slug: string): string {
  const link = linkUrl(slug)
  const rest = trimEnd(text)
  return rest.endsWith(link) ? rest.slice(0, -link.length) : text
}
