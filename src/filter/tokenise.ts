/**
 * Splits posts and rules into tokens (spec/rule-language.md#matching). Texts are split into tokens at punctuation,
 * symbols and separators. Case is not significant. Accents are significant. An emoji is a token. The normal form is NFC
 * with simple case folding (spec/text.md#normal-form).
 */
import {
  EMOJI,
  KEY,
  KINDS,
  kindOf,
  MARK,
  SELECTOR,
  SEPARATOR,
  SURROGATE,
  UNSPACED,
  WORD,
} from './characters.ts'

/** A complete emoji: with flags, keycaps, selectors, skin tones, tags, and joined sequences. */
const EMOJI_SEQUENCE =
  /\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|\p{ExtPict}[\uFE0E\uFE0F]?\p{EMod}?[\u{E0020}-\u{E007F}]*(?:\u200D\p{ExtPict}[\uFE0E\uFE0F]?\p{EMod}?)*/uy

const NOT_ASCII = /[^\0-\x7f]/

/**
 * Variants of lower-case letters that simple case folding maps to another letter: ς, the micro sign, ſ, ϑ and others.
 * The table has all entries of CaseFolding.txt whose lower case differs from their folding.
 */
const SECOND_FORM = /[µſςϐϑϕϖϰϱϵ\u1c80-\u1c88ẛ\u1fbe\ufb05]|\u0345/

const SECOND_FORMS = new RegExp(SECOND_FORM, 'g')

/**
 * The normal form for comparisons: simple case folding, then NFC. This order is necessary because some lower-case
 * letters compose although their capitals do not. Accents are kept. A word has the same normal form alone and inside a
 * text.
 */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase()
  const lower = text.toLowerCase().normalize('NFC')
  if (!SECOND_FORM.test(lower)) return lower
  return lower.replace(SECOND_FORMS, firstForm).normalize('NFC')
}

/**
 * Maps a variant to the usual letter, which has the same capital as the variant. The ligature ﬅ is mapped directly,
 * because its capital is two letters.
 */
function firstForm(letter: string): string {
  return letter === '\ufb05' ? '\ufb06' : letter.toUpperCase().toLowerCase()
}

/**
 * The folded tokens of a text, in order. In scripts that are written without spaces (Han, kana, Thai, Lao, Khmer,
 * Burmese), every letter is a token. Therefore a word in such a script matches like a phrase.
 */
export function tokenise(text: string): string[] {
  const scan = new TokenScan()
  scan.read(text)
  return scan.tokens()
}

/** Finds the positions of tokens without allocating strings. An instance can be used again. */
export class TokenScan {
  #text = ''
  #count = 0
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  /** The folded form of the last text that was read. */
  get text(): string {
    return this.#text
  }

  /** Number of tokens. */
  get count(): number {
    return this.#count
  }

  /** The start of a token in {@link text}, in code units. */
  startOf(token: number): number {
    return this.#starts[token] ?? 0
  }

  /** The end of a token in {@link text}, in code units. */
  endOf(token: number): number {
    return this.#ends[token] ?? 0
  }

  /** Finds the tokens of a text. */
  read(text: string): void {
    const folded = fold(text)
    this.#text = folded
    this.#count = 0
    const { length } = folded
    let at = 0
    while (at < length) {
      const kind = KINDS[folded.charCodeAt(at)]
      if (kind === SEPARATOR) {
        at += 1
        continue
      }
      const end = kind === WORD ? endOfPlain(folded, at) : endOfOther(folded, at)
      if (end === at) {
        at += widthAt(folded, at)
        continue
      }
      this.#starts[this.#count] = at
      this.#ends[this.#count] = end
      this.#count += 1
      at = end
    }
  }

  /** The tokens as strings. */
  tokens(): string[] {
    const tokens: string[] = []
    for (let token = 0; token < this.#count; token += 1) {
      tokens.push(this.#text.slice(this.#starts[token], this.#ends[token]))
    }
    return tokens
  }
}

/** The end of the word that begins with a letter or digit at `start`. */
function endOfPlain(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && KINDS[text.charCodeAt(at)] === WORD) at += 1
  const isEnd = at === text.length || KINDS[text.charCodeAt(at)] === SEPARATOR
  return isEnd ? at : endOfUnusual(text, start, at)
}

/** The end of the word that begins at `start` and has an unusual character at `at`. */
function endOfUnusual(text: string, start: number, at: number): number {
  if (at === start + 1 && kindAt(text, at) === SELECTOR) {
    const keycap = endOfEmoji(text, start)
    if (keycap > start) return keycap
  }
  return endOfWord(text, at)
}

/** The end of the token that begins with another character at `at`; `at` itself when no token begins there. */
function endOfOther(text: string, at: number): number {
  switch (kindAt(text, at)) {
    case EMOJI:
      return endOfEmoji(text, at)
    case KEY:
      return kindAt(text, at + 1) === SELECTOR ? endOfEmoji(text, at) : at
    case UNSPACED:
      return endOfMarks(text, at + widthAt(text, at))
    case WORD:
      return endOfWord(text, at + widthAt(text, at))
    default:
      return at
  }
}

/** The end of the letters and marks, without a joiner at the end. */
function endOfWord(text: string, from: number): number {
  let at = from
  let end = from
  while (at < text.length) {
    const kind = kindAt(text, at)
    if (kind !== WORD && kind !== MARK) break
    const isJoiner = text.charCodeAt(at) === 0x200c || text.charCodeAt(at) === 0x200d
    at += widthAt(text, at)
    if (!isJoiner) end = at
  }
  return end
}

function endOfMarks(text: string, from: number): number {
  let at = from
  while (at < text.length && kindAt(text, at) === MARK && text.charCodeAt(at) !== 0x200d)
    at += widthAt(text, at)
  return at
}

function endOfEmoji(text: string, at: number): number {
  EMOJI_SEQUENCE.lastIndex = at
  return EMOJI_SEQUENCE.test(text) ? EMOJI_SEQUENCE.lastIndex : at
}

function kindAt(text: string, at: number): number {
  const kind = KINDS[text.charCodeAt(at)] ?? SEPARATOR
  return kind === SURROGATE ? kindOf(String.fromCodePoint(text.codePointAt(at) ?? 0)) : kind
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
