/**
 * Gives typed access to the npm package `twitter-text` 3.1.0 (spec/text.md#library). No other file imports the
 * package. Its functions use UTF-16 units, and keep no state between calls.
 */
import { createRequire, registerHooks } from 'node:module'

/** A built-in module that replaces each polyfill when the package requires the polyfill. */
const HARMLESS = 'node:util'

/** UTF-16 offsets of an entity; the end is exclusive. */
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

/** Parts of the pattern for URLs. If a part is a list of characters, its source has no brackets. */
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

/** The unchanged library without the polyfills for old browsers. */
export const twitterText = withoutPolyfills(
  () => createRequire(import.meta.url)('twitter-text') as TwitterText,
)

/**
 * Loads a package that requires core-js 2, without loading core-js. Node has all features that core-js adds. The
 * feature tests of core-js permanently disable fast paths of V8, so that regular expressions become ten times slower
 * (docs/decisions/0013). Importing single files of the package does not help, because nearly every file requires the
 * polyfills for regular expressions (docs/decisions/0058).
 */
function withoutPolyfills<T>(load: () => T): T {
  const hooks = skipPolyfills()
  try {
    return load()
  } finally {
    hooks?.deregister()
  }
}

function skipPolyfills(): ReturnType<typeof registerHooks> | undefined {
  try {
    return registerHooks({
      resolve: (specifier, context, next) =>
        specifier.startsWith('core-js/modules/')
          ? { url: HARMLESS, format: 'builtin', shortCircuit: true }
          : next(specifier, context),
    })
  } catch {
    // The module loader of Jest has no hooks. Slow regular expressions are acceptable in this case, because Jest runs
    // only tests.
    return undefined
  }
}
