/**
 * What we take from the npm package `twitter-text` 3.1.0 (spec/text.md section 2), with types; nobody else imports
 * it. Its functions work on UTF-16 units, and keep no state between calls.
 */
// @ts-expect-error the package brings no types
import library from 'twitter-text'

/** UTF-16 offsets, the end exclusive. */
export type Indices = readonly [start: number, end: number]

interface TwitterText {
  extractMentionsOrListsWithIndices(
    text: string,
  ): { readonly screenName: string; readonly listSlug: string; readonly indices: Indices }[]
  extractHashtagsWithIndices(
    text: string,
    options: { readonly checkUrlOverlap: boolean },
  ): { readonly hashtag: string; readonly indices: Indices }[]
  extractCashtagsWithIndices(text: string): { readonly cashtag: string; readonly indices: Indices }[]
  extractUrlsWithIndices(text: string): { readonly url: string; readonly indices: Indices }[]
  hasInvalidCharacters(text: string): boolean
  readonly regexen: Readonly<Record<UrlPart, RegExp>>
}

/** The pieces of which a URL is made; the sources of those that are only a list of characters lack their brackets. */
type UrlPart =
  | 'cyrillicLettersAndMarks'
  | 'invalidUrlWithoutProtocolPrecedingChars'
  | 'latinAccentChars'
  | 'validAsciiDomain'
  | 'validCCTLD'
  | 'validDomainChars'
  | 'validGTLD'
  | 'validGeneralUrlPathChars'
  | 'validPunycode'
  | 'validTcoUrl'
  | 'validUrlBalancedParens'
  | 'validUrlPrecedingChars'
  | 'validUrlQueryChars'
  | 'validUrlQueryEndingChars'

/** The library as it is. */
export const twitterText: TwitterText = library
