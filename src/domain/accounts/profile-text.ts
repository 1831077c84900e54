/** Normalizes and measures profile texts, and replaces their links by short links. */
import type { Random } from '../../lib/time/clock.ts'
import { randomAlphanumeric } from '../../lib/vault.ts'
import { extractUrls } from '../../text/urls.ts'
import type { ProfileLink } from './profile.ts'

const SHORT_LINK_PREFIX = 'https://t.co/'
/** Number of characters after the prefix. A short link has 23 characters in all, for an address of any length. */
const SHORT_LINK_ID_LENGTH = 10

/** Control characters and line separators. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu

/** Joins a text to one line. Control characters and runs of spaces become one space, and the ends are trimmed. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim()
}

/** Converts line breaks to single line feeds, and other control characters to spaces. */
export function severalLines(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, '\n').split('\n')
  return lines
    .map((line) => line.replace(CONTROLS, ' '))
    .join('\n')
    .trim()
}

/** Length in code points. */
export function lengthOf(text: string): number {
  return [...text].length
}

/** A text that is a web address, prefixed with `http://` if it has no scheme; undefined for any other text. */
export function addressOf(text: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const parsed = URL.parse(address)
  const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
  return isWeb && parsed.hostname.includes('.') && !/\s/.test(address) ? address : undefined
}

/** Makes short links for addresses. An address that already has a link in the profile gets the same link. */
export class Shortener {
  readonly #random: Random
  readonly #known: ProfileLink[]

  /** @param known links that the profile has already */
  constructor(random: Random, known: readonly ProfileLink[]) {
    this.#random = random
    this.#known = [...known]
  }

  /** The short link for an address. If the address is a short link of the profile, that link is returned. */
  linkFor(address: string): ProfileLink {
    const known = this.#known.find(({ url, expanded_url }) => url === address || expanded_url === address)
    if (known !== undefined) return known
    const link = {
      url: SHORT_LINK_PREFIX + randomAlphanumeric(this.#random, SHORT_LINK_ID_LENGTH),
      expanded_url: address,
    }
    this.#known.push(link)
    return link
  }

  /** Replaces the addresses in a text by short links; addresses are found as in posts (spec/text.md#stored-links). */
  shorten(text: string): { readonly text: string; readonly links: readonly ProfileLink[] } {
    const links: ProfileLink[] = []
    let short = ''
    let done = 0
    for (const { url, start, end } of extractUrls(text)) {
      const address = addressOf(url)
      if (address === undefined) continue
      const link = this.linkFor(address)
      links.push(link)
      short += text.slice(done, start) + link.url
      done = end
    }
    return { text: short + text.slice(done), links }
  }
}
