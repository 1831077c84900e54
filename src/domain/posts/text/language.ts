/**
 * Detects the language of a text with the npm package `eld`, with its smallest language model.
 */

/** Returns the language of a text as a BCP 47 code. Returns `und` for a text that is too short or has no words. */
export type DetectLanguage = (text: string) => string

/** URLs, names and tags, which belong to no language. */
const NOT_WORDS = /https?:\/\/\S+|[@#$＠＃][\p{L}\p{N}\p{M}_]+/gu

/**
 * Loads the language models of `eld`. Loading takes about 30 MB and a quarter of a second, so only processes that write
 * posts load them.
 */
export async function loadLanguages(): Promise<DetectLanguage> {
  const { eld } = await import('eld/extrasmall')
  return (text) => {
    const words = text.replace(NOT_WORDS, ' ')
    if (!/\p{L}/u.test(words)) return UNDETERMINED
    const guess = eld.detect(words)
    // A guess of a language with its own script is certain only if the text has a letter of that script, because `eld`
    // detects some texts in Latin script as Georgian or Japanese.
    const isCertain = OWN_SCRIPTS[guess.language]?.test(words) ?? false
    return isCertain || guess.isReliable() ? guess.language : UNDETERMINED
  }
}

const UNDETERMINED = 'und'

/** Languages with their own script. A few letters of the script are enough to detect them. */
const OWN_SCRIPTS: Readonly<Record<string, RegExp>> = {
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  th: /\p{Script=Thai}/u,
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ka: /\p{Script=Georgian}/u,
  hy: /\p{Script=Armenian}/u,
  ta: /\p{Script=Tamil}/u,
  te: /\p{Script=Telugu}/u,
  kn: /\p{Script=Kannada}/u,
  ml: /\p{Script=Malayalam}/u,
  gu: /\p{Script=Gujarati}/u,
}
