/**
 * Defines the character classes of the tokenizer. See spec/rule-language.md#matching: punctuation, symbols and
 * separators split texts into tokens, and an emoji is a token.
 */

/** A character between tokens. */
export const SEPARATOR = 0
/** A letter or digit in a script that puts spaces between words. */
export const WORD = 1
/** A character that extends the token before it: a combining mark, or a joiner inside a word. */
export const MARK = 2
/** A letter in a script that is written without spaces. Such a letter is a token by itself, together with its marks. */
export const UNSPACED = 3
/** A character that may begin an emoji. */
export const EMOJI = 4
/**
 * Variation selectors, such as U+FE0F, and the keycap. They can be a part of an emoji; elsewhere they are
 * ignored.
 */
export const SELECTOR = 5
/** A surrogate: one of the two code units of a code point above U+FFFF. */
export const SURROGATE = 6
/** `#` and `*`. They are separators unless a keycap follows. */
export const KEY = 7

const LETTER = /[\p{L}\p{N}]/u
const COMBINING = /\p{M}/u
const JOINER = /[\u200C\u200D]/
const UNSPACED_LETTER =
  /(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
const VARIATION = /[\uFE00-\uFE0F\u20E3\u{E0100}-\u{E01EF}]/u
/** Pictographs that normally serve as punctuation or letters; Aviary does not treat them as emoji. */
const PLAIN_TEXT = /[©®™‼⁉〰〽ℹ]/
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** The class of one code point. */
export function kindOf(codePoint: string): number {
  if (codePoint === '#' || codePoint === '*') return KEY
  if (VARIATION.test(codePoint)) return SELECTOR
  if (PICTOGRAPH.test(codePoint) && !PLAIN_TEXT.test(codePoint)) return EMOJI
  if (UNSPACED_LETTER.test(codePoint)) return UNSPACED
  if (LETTER.test(codePoint)) return WORD
  return COMBINING.test(codePoint) || JOINER.test(codePoint) ? MARK : SEPARATOR
}

/** The class of each UTF-16 code unit, by its number. */
export const KINDS = kindsOfUnits()

function kindsOfUnits(): Uint8Array {
  const kinds = new Uint8Array(0x10000)
  const units = Buffer.from(new Uint16Array(0x10000).map((_, unit) => unit).buffer).toString('utf16le')
  const mark = (pattern: RegExp, kind: number) => {
    for (const { 0: run, index } of units.matchAll(new RegExp(`(?:${pattern.source})+`, 'gu'))) {
      kinds.fill(kind, index, index + run.length)
    }
  }
  // A later call overrides an earlier call, so the order of calls is the reverse of the order in kindOf.
  mark(JOINER, MARK)
  mark(COMBINING, MARK)
  mark(LETTER, WORD)
  mark(UNSPACED_LETTER, UNSPACED)
  mark(PICTOGRAPH, EMOJI)
  for (const plain of '©®™‼⁉〰〽') kinds[plain.charCodeAt(0)] = SEPARATOR
  kinds['ℹ'.charCodeAt(0)] = WORD
  mark(VARIATION, SELECTOR)
  kinds.fill(SURROGATE, 0xd800, 0xe000)
  for (const key of '#*') kinds[key.charCodeAt(0)] = KEY
  return kinds
}
