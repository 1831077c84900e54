/**
 * URLs in a text, with the results of `twitter-text` (spec/text.md#urls), in bounded time.
 *
 * The library tries a domain at every character, runs to the end of the word each time, and searches the end of a path
 * again at every bracket: a word of 20,000 characters blocks the process for seconds. The same parts form a pattern
 * here with the limits of DNS (63 characters per label, 127 labels per name). The pattern skips labels that do not
 * begin a name, and reads a path once.
 */
import type { Span } from './index-units.ts'
import { type NamePatterns, nameWindows } from './name-windows.ts'
import { twitterText } from './twitter-text.ts'

/** A URL as written in the text, with or without `http://`. */
export interface UrlEntity extends Span {
  readonly url: string
}

/**
 * Maximum length of a text that is searched for entities, in UTF-16 units. The longest message (10,000 code points) is
 * searched; a longer post exceeds every limit.
 */
export const MAX_SEARCHED_LENGTH = 20_000

/** Maximum length of a URL with its scheme; `https://` is counted when the scheme is missing. */
const MAX_URL_LENGTH = 4096
const MAX_SLUG_LENGTH = 40

/** Limits of DNS: characters of a name, characters of a label, labels of a name. */
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
 * The end of a name. Most texts with dots have no match and are not searched further; for a text of labels only, this
 * takes a hundredth of the time.
 */
const NAME_END = new RegExp(`\\.${topLevel}`, 'gi')

/**
 * The library repeats "anything up to a good last character, or a bracket". After the first repetition only brackets
 * match.
 */
const pathCharacter = part.validGeneralUrlPathChars
const brackets = part.validUrlBalancedParens
const pathEnd = `[+\\-a-z0-9=_#/${part.cyrillicLettersAndMarks}${part.latinAccentChars}]`
const path = `(?:${pathCharacter}*(?:${brackets}${pathCharacter}*)*${pathEnd})?(?:${brackets})*`
const query = `\\?${part.validUrlQueryChars}*${part.validUrlQueryEndingChars}`

/** A label at which no name begins. No name begins within it, but a scheme can follow it. */
const passed = `(?:(?!.https?://)${domainCharacter})+`

const URL_PATTERN = new RegExp(
  `(?<before>${part.validUrlPrecedingChars})` +
    `(?<url>(?<scheme>https?://)?(?<domain>${domain})(?::[0-9]+)?(?<path>/${path})?(?:${query})?)` +
    `|${part.validUrlPrecedingChars}${passed}`,
  'gi',
)

/** The same pattern, sticky. */
const URL_HERE = new RegExp(URL_PATTERN, 'giy')

const NAMES: NamePatterns = {
  nameEnd: NAME_END,
  nameRun: new RegExp(`(?:${domainCharacter}|[._-])+`, 'g'),
  labelCharacter: new RegExp(domainCharacter),
  maxLabels: MAX_LABELS,
}

/** Returns the parts of a text in which URLs begin and their names end. */
export type FindWindows = (text: string) => readonly Span[]

const windowsOf: FindWindows = (text) => nameWindows(text, NAMES)

const { invalidUrlWithoutProtocolPrecedingChars: glue, validAsciiDomain, validTcoUrl } = twitterText.regexen

/**
 * The URLs of a text, in order: URLs with a scheme, and bare names with a known top-level domain. Texts longer than
 * {@link MAX_SEARCHED_LENGTH} have none.
 * @param windows parts of the text to search; the whole text gives the same result, more slowly
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

/** Matches of {@link URL_PATTERN} that contain a URL, searched only inside the windows. */
function matchesIn(text: string, windows: readonly Span[]): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  let done = 0
  for (const { start, end } of windows) {
    const piece = text.slice(0, end)
    URL_PATTERN.lastIndex = Math.max(start, done)
    for (let match = URL_PATTERN.exec(piece); match !== null; match = URL_PATTERN.exec(piece)) {
      if (match.groups?.['url'] === undefined) continue
      // A path may continue beyond the window.
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

/** Reports whether the name is valid in DNS. The library checks names that are not ASCII. */
function isPossible(domain: string): boolean {
  if (domain.length > MAX_NAME_LENGTH) return false
  const isPlain = /^[\w.-]+$/.test(domain) && !/xn--/i.test(domain)
  return isPlain || twitterText.extractUrlsWithIndices(`https://${domain}`).length > 0
}

/** Links of the service end after their slug and query; the rest is text. */
function withScheme(url: string, start: number): UrlEntity[] {
  const own = validTcoUrl.exec(url)
  if (own === null) return [{ url, start, end: start + url.length }]
  if ((own[1] ?? '').length > MAX_SLUG_LENGTH) return []
  return [{ url: own[0], start, end: start + own[0].length }]
}

/** Without a scheme, only names in Latin letters are URLs, each by itself; path and query belong to the last name. */
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
