/** In which language a text is written, by the npm package `eld` with its smallest list of languages. */

/** Gives the language of a text as BCP 47, and `und` when it is too short or too strange to tell. */
export type DetectLanguage = (text: string) => string

/** What says nothing of the language: addresses, names, tags. */
const NOT_WORDS = /https?:\/\/\S+|[@#$＠＃][\p{L}\p{N}\p{M}_]+/gu

/** Loads what is known of languages: about 30 MB and a quarter of a second, so only what writes posts does. */
export async function loadLanguages(): Promise<DetectLanguage> {
  const { eld } = await import('eld/extrasmall')
  return (text) => {
    const words = text.replace(NOT_WORDS, ' ')
    if (!/\p{L}/u.test(words)) return UNDETERMINED
    const guess = eld.detect(words)
    return OWN_SCRIPT.has(guess.language) || guess.isReliable() ? guess.language : UNDETERMINED
  }
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
