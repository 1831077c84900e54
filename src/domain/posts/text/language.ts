/** In which language a text is written, by the npm package `eld` with its smallest list of languages. */
import { type LanguageLists, plainDetector } from './plain-language.ts'

/** Gives the language of a text as BCP 47, and `und` when it is too short or too strange to tell. */
export type DetectLanguage = (text: string) => string

/** What says nothing of the language: addresses, names, tags. */
const NOT_WORDS = /https?:\/\/\S+|[@#$＠＃][\p{L}\p{N}\p{M}_]+/gu

/** Loads what is known of languages: about 30 MB and a quarter of a second, so only what writes posts does. */
export async function loadLanguages(): Promise<DetectLanguage> {
  const { eld } = await import('eld/extrasmall')
  const detectPlain = plainDetector(await languageLists())
  return (text) => {
    const words = text.replace(NOT_WORDS, ' ')
    if (!/\p{L}/u.test(words)) return UNDETERMINED
    const plain = detectPlain(words)
    // Letters of its own are what a plain text has none of: some say a little for Georgian all the same.
    if (plain !== undefined) return plain.isReliable ? plain.language : UNDETERMINED
    const guess = eld.detect(words)
    return OWN_SCRIPT.has(guess.language) || guess.isReliable() ? guess.language : UNDETERMINED
  }
}

/**
 * The lists of `eld`, which it does not hand out: they are read where they lie in the version that package.json names. What
 * becomes of them is compared with `eld` itself by a test.
 */
export async function languageLists(): Promise<LanguageLists> {
  const entry = import.meta.resolve('eld/extrasmall')
  const { ngramsData }: { ngramsData: Omit<LanguageLists, 'averages'> } = await import(
    new URL('../ngrams/extrasmall.js', entry).href
  )
  const { avgScore }: { avgScore: LanguageLists['averages'] } = await import(
    new URL('../avgScore.js', entry).href
  )
  return { ...ngramsData, averages: avgScore }
}

const UNDETERMINED = 'und'

/** Languages that no other shares its letters with: few of them are enough. */
const OWN_SCRIPT: ReadonlySet<string> = new Set([
  'ko',
  'ja',
  'th',
  'el',
  'he',
  'ka',
  'hy',
  'ta',
  'te',
  'kn',
  'ml',
  'gu',
])
