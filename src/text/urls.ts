/**
 * Finds URLs in a text in limited time, with the results of `twitter-text` (spec/text.md#urls).
 *
 * The library tries a domain at every character, reads to the end of the word each time, and searches the end of a path
 * again at every bracket. Therefore a word of 20,000 characters blocks the process for seconds. This module combines
 * the same parts into a pattern with the limits of DNS: 63 characters for each label, and 127 labels for each name. The
 * pattern skips labels at which no name begins, and reads a path only once.
 */
import type { Span } from './index-units.ts'
import { type NamePatterns, nameWindows } from './name-windows.ts'
import { twitterText } from './twitter-text.ts'

/** A URL as the text contains it, with or without a scheme. */
export interface UrlEntity extends Span {
  readonly url: string
}

/**
 * Maximum length of a text that is searched for entities, in UTF-16 units. The limit is above the longest message,
 * which has 10,000 code points. A longer post exceeds every limit for posts.
 */
export const MAX_SEARCHED_LENGTH = 20_000

/** Maximum length of a URL including the scheme. If the scheme is missing, the length includes `https://`. */
const MAX_URL_LENGTH = 4096
const MAX_SLUG_LENGTH = 40

/** Limits of DNS: characters in a name, characters in a label, and labels in a name. */
const MAX_NAME_LENGTH = 253
const MAX_LABEL_LENGTH = 63
const MAX_LABELS = 127

const part = Object.fromEntries(
  Object.entries(twitterText.regexen).map(([name, { source }]) => [name, source]),
) as Record<keyof typeof twitterText.regexen, string>

const domainCharacter = part.validDomainChars
const label = (inner: string) =>
  `(?:${domainCharacter}(?:${inner}|${domainCharacter}){0,${MAX_LABEL_LENGTH - 2}})?${domainCharacter}\\.`
const topLevel = `(?:${part.validGTLD}|${part.validCCTLD}|${part.validPunycode})`
const domain = `(?:${label('[_-]')}){0,${MAX_LABELS - 2}}${label('-')}${topLevel}`

/**
 * The end of a domain name. Most texts with dots do not match and need no further search. For a text that has only
 * labels, this check takes a hundredth of the time of a search.
 */
const NAME_END = new RegExp(`\\.${topLevel}`, 'gi')

/**
 * The path of a URL. The pattern of the library repeats "anything up to a good last character, or a bracket". After the
 * first repetition, only brackets can match. Therefore this pattern repeats only brackets.
 */
const pathCharacter = part.validGeneralUrlPathChars
const brackets = part.validUrlBalancedParens
const pathEnd = `[+\\-a-z0-9=_#/${part.cyrillicLettersAndMarks}${part.latinAccentChars}]`
const path = `(?:${pathCharacter}*(?:${brackets}${pathCharacter}*)*${pathEnd})?(?:${brackets})*`
const query = `\\?${part.validUrlQueryChars}*${part.validUrlQueryEndingChars}`

/** A label at which no domain name begins. No name begins inside the label, but a scheme may follow the label. */
const passed = `(?:(?!.https?://)${domainCharacter})+`

const URL_PATTERN = new RegExp(
  `(?<before>${part.validUrlPrecedingChars})` +
    `(?<url>(?<scheme>https?://)?(?<domain>${domain})(?::[0-9]+)?(?<path>/${path})?(?:${query})?)` +
    `|${part.validUrlPrecedingChars}${passed}`,
  'gi',
)

/** The pattern {@link URL_PATTERN}, with a flag that makes it match only at a given offset. */
const URL_HERE = new RegExp(URL_PATTERN, 'giy')

const NAMES: NamePatterns = {
  nameEnd: NAME_END,
  nameRun: new RegExp(`(?:${domainCharacter}|[._-])+`, 'g'),
  labelCharacter: new RegExp(domainCharacter),
  maxLabels: MAX_LABELS,
}

/** Returns the parts of a text in which URLs begin and their domain names end. */
export type FindWindows = (text: string) => readonly Span[]

const windowsOf: FindWindows = (text) => nameWindows(text, NAMES)

const { invalidUrlWithoutProtocolPrecedingChars: glue, validAsciiDomain, validTcoUrl } = twitterText.regexen

/**
 * The URLs of a text, in order: URLs with a scheme, and domain names without a scheme but with a known top-level
 * domain. A text longer than {@link MAX_SEARCHED_LENGTH} has none.
 * @param windows returns the parts of the text to search; with the whole text, the result is the same but takes longer
 */
export function extractUrls(text: string, windows: FindWindows = windowsOf): UrlEntity[] {
  if (text.length > MAX_SEARCHED_LENGTH || !text.includes('.')) return []
  return matchesIn(text, windows(text)).flatMap(({ index, groups }) => {
    const { before = '', url, scheme, domain = '', path } = groups ?? {}
    if (url === undefined) return []
    const start = index + before.length
    if ((scheme ?? 'https://').length + url.length > MAX_URL_LENGTH || !isPossible(domain)) return []
    if (scheme !== undefined) return withScheme(url, start)
    return glue.test(before) ? [] : bareNames(url, start, domain, path)
  })
}

/** The matches of {@link URL_PATTERN} that contain a URL; only the windows are searched. */
function matchesIn(text: string, windows: readonly Span[]): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  let done = 0
  for (const { start, end } of windows) {
    const piece = text.slice(0, end)
    URL_PATTERN.lastIndex = Math.max(start, done)
    for (let match = URL_PATTERN.exec(piece); match !== null; match = URL_PATTERN.exec(piece)) {
      if (match.groups?.['url'] === undefined) continue
      // A path can continue after the end of the window.
      URL_HERE.lastIndex = match.index
      const whole = URL_HERE.exec(text) ?? match
      found.push(whole)
      done = whole.index + whole[0].length
      URL_PATTERN.lastIndex = done
      if (done >= end) break
    }
  }
  return found
}

/** True if the domain name is valid in DNS. The library checks names with characters outside ASCII. */
function isPossible(domain: string): boolean {
  if (domain.length > MAX_NAME_LENGTH) return false
  const isPlain = /^[\w.-]+$/.test(domain) && !/xn--/i.test(domain)
  return isPlain || twitterText.extractUrlsWithIndices(`https://${domain}`).length > 0
}

/**
 * Makes the entity of a URL with a scheme. A short link ends after its slug and query; the remaining text is not part
 * of the URL.
 */
function withScheme(url: string, start: number): UrlEntity[] {
  const own = validTcoUrl.exec(url)
  if (own === null) return [{ url, start, end: start + url.length }]
  if ((own[1] ?? '').length > MAX_SLUG_LENGTH) return []
  return [{ url: own[0], start, end: start + own[0].length }]
}

/**
 * Makes the entities of domain names without a scheme. Only names in Latin letters are URLs. Each name is a separate
 * URL; the path and the query belong to the last name.
 */
function bareNames(url: string, start: number, domain: string, path: string | undefined): UrlEntity[] {
  const names = [...domain.matchAll(validAsciiDomain)].map(({ 0: name, index }) => ({
    url: name,
    start: start + index,
    end: start + index + name.length,
  }))
  const last = names.at(-1)
  if (last === undefined || path === undefined) return names
  const whole = { url: url.slice(last.start - start), start: last.start, end: start + url.length }
  return [...names.slice(0, -1), whole]
}
