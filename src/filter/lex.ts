/**
 * Splits rules into lexemes (spec/rule-language.md#error-messages). The lexer reads a text once. Positions are code
 * points, starting at 0.
 */
import type { Span } from './ast.ts'
import { EMOJI, kindOf, MARK, UNSPACED, WORD } from './characters.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'

export type Lexeme =
  | (Span & { readonly kind: '(' | ')' | '-' | 'or' })
  | (Span & { readonly kind: 'word' | 'phrase' | 'hashtag' | 'mention' | 'cashtag'; readonly text: string })
  | (Span & {
      readonly kind: 'operator'
      readonly name: string
      readonly value: string
      /** The value in the spelling of the rule, including quotes. */
      readonly written: string
      readonly valueStart: number
    })

export interface Lexed {
  readonly lexemes: readonly Lexeme[]
  /** Problems such as characters that no term can contain. If there are problems, the lexemes must not be used. */
  readonly problems: readonly RuleProblem[]
}

const SPACE = /\s/u
const OPERATOR_NAME = /^[A-Za-z][A-Za-z0-9_]*$/
/** Characters that a hashtag can contain, in addition to letters, marks and digits. See spec/text.md#hashtags. */
const TAG_EXTRA =
  /[_\u00b7\u05be\u05f3\u05f4\u0f0b\u0f0c\u200c\u3003\u301c\u309b\u309c\u30a0\u30fb\ua67e\uff5e]/
/** Matches a cashtag; see spec/text.md#cashtags. */
const CASHTAG = /^\$[A-Za-z]{1,6}([._][A-Za-z]{1,2})?$/
const USER_NAME = /^[A-Za-z0-9_]{1,20}$/
const VALUE_EXTRA = /[_\-.*@#]/
/** Parts of an emoji after its first code point. */
const EMOJI_PART = /[\p{Emoji_Modifier}\u{E0020}-\u{E007F}]/u
/**
 * Characters that have a meaning at another position in a rule. At a wrong position they are lexemes, not invalid
 * characters.
 */
const MEANINGFUL = '-:[]#＃@＠$'

/** Splits a rule into lexemes. @param characters the code points of the rule */
export function lex(characters: readonly string[]): Lexed {
  return new Lexer(characters).run()
}

class Lexer {
  readonly #characters: readonly string[]
  readonly #lexemes: Lexeme[] = []
  readonly #problems: RuleProblem[] = []
  #at = 0

  constructor(characters: readonly string[]) {
    this.#characters = characters
  }

  run(): Lexed {
    while (this.#at < this.#characters.length) this.#next()
    return { lexemes: this.#lexemes, problems: this.#problems }
  }

  #next(): void {
    const start = this.#at
    const character = this.#peek()
    if (SPACE.test(character)) {
      this.#at += 1
    } else if (character === '(' || character === ')') {
      this.#at += 1
      this.#lexemes.push({ kind: character, start, end: this.#at })
    } else if (character === '-') {
      this.#at += 1
      if (this.#at === this.#characters.length || SPACE.test(this.#peek())) {
        this.#report(MESSAGES.badInput('-'), start)
      }
      this.#lexemes.push({ kind: '-', start, end: this.#at })
    } else if (character === '"') {
      this.#lexemes.push({ kind: 'phrase', text: this.#quoted(), start, end: this.#at })
    } else {
      this.#run()
    }
  }

  /** Reads a term without spaces: a word, a hashtag, a mention, a cashtag or an operator. */
  #run(): void {
    const start = this.#at
    const text = this.#untilBreak(':')
    const isBeforeColon = this.#peek() === ':'
    if (isBeforeColon && OPERATOR_NAME.test(text)) this.#operator(text, start)
    else if (text === 'OR' && !isBeforeColon) this.#lexemes.push({ kind: 'or', start, end: this.#at })
    else this.#plain(text + this.#untilBreak(), start)
  }

  #plain(text: string, start: number): void {
    if (/^[#＃]./u.test(text)) this.#hashtag(text, start)
    else if (/^[@＠]/u.test(text)) this.#mention(text, start)
    else if (CASHTAG.test(text))
      this.#lexemes.push({ kind: 'cashtag', text: text.slice(1), start, end: this.#at })
    else this.#word(text, start)
  }

  #word(text: string, start: number): void {
    if (this.#areGood(text, start, isWordCharacter)) {
      this.#lexemes.push({ kind: 'word', text, start, end: this.#at })
    }
  }

  #hashtag(whole: string, start: number): void {
    const text = whole.slice(1)
    const isGood = (character: string) => isLetterLike(character) || TAG_EXTRA.test(character)
    if (this.#areGood(text, start + 1, isGood)) {
      this.#lexemes.push({ kind: 'hashtag', text, start, end: this.#at })
    }
  }

  #mention(whole: string, start: number): void {
    const text = whole.slice(1)
    if (USER_NAME.test(text)) this.#lexemes.push({ kind: 'mention', text, start, end: this.#at })
    else this.#report(MESSAGES.badInput(whole), start)
  }

  #operator(name: string, start: number): void {
    const colon = this.#at
    this.#at += 1
    const valueStart = this.#at
    const value = this.#value(valueStart)
    if (this.#at === valueStart) {
      this.#report(MESSAGES.badInput(':'), colon)
    } else if (value !== undefined) {
      const written = this.#characters.slice(valueStart, this.#at).join('')
      this.#lexemes.push({ kind: 'operator', name, value, written, valueStart, start, end: this.#at })
    }
  }

  /** Reads the value of an operator; undefined after a problem was reported. */
  #value(start: number): string | undefined {
    if (this.#peek() === '"') return this.#quoted()
    if (this.#peek() === '[') return this.#bracketed()
    const text = this.#untilBreak()
    const isGood = (character: string) => isWordCharacter(character) || VALUE_EXTRA.test(character)
    return this.#areGood(text, start, isGood) ? text : undefined
  }

  /** Reads an area in brackets, such as `[-105.27 40.01 10mi]`. Only products after Labs have this syntax. */
  #bracketed(): string {
    const start = this.#at
    while (this.#at < this.#characters.length && this.#peek() !== ']') this.#at += 1
    if (this.#at < this.#characters.length) this.#at += 1
    return this.#characters.slice(start, this.#at).join('')
  }

  /** Reads a text in quotes. A backslash escapes the next character. */
  #quoted(): string {
    const start = this.#at
    const parts: string[] = []
    this.#at += 1
    while (this.#at < this.#characters.length && this.#peek() !== '"') {
      if (this.#peek() === '\\') this.#at += 1
      parts.push(this.#peek())
      this.#at += 1
    }
    if (this.#at >= this.#characters.length) {
      this.#at = this.#characters.length
      this.#report(MESSAGES.openQuote, start)
    } else {
      this.#at += 1
    }
    return parts.join('')
  }

  /** Reads up to a space, a parenthesis or a quote, or up to the additional character in `also`. */
  #untilBreak(also = ''): string {
    const start = this.#at
    while (this.#at < this.#characters.length) {
      const character = this.#peek()
      if (character === also || '()"'.includes(character) || SPACE.test(character)) break
      this.#at += 1
    }
    return this.#characters.slice(start, this.#at).join('')
  }

  #areGood(text: string, start: number, isGood: (character: string) => boolean): boolean {
    const characters = Array.from(text)
    const strangers = characters.flatMap((character, index) => (isGood(character) ? [] : [index]))
    for (const index of strangers) {
      const character = characters[index] ?? ''
      if (MEANINGFUL.includes(character)) {
        // The remaining characters belong to a lexeme at a wrong position.
        this.#report(MESSAGES.badInput(characters.slice(index).join('')), start + index)
        return false
      }
      this.#report(MESSAGES.badCharacter(character), start + index)
    }
    return strangers.length === 0
  }

  #peek(): string {
    return this.#characters[this.#at] ?? ''
  }

  #report(message: string, at: number): void {
    this.#problems.push({ message, position: at + 1 })
  }
}

function isLetterLike(character: string): boolean {
  const kind = kindOf(character)
  return kind === WORD || kind === MARK || kind === UNSPACED
}

/** True for a letter, mark, digit or joiner, and for a part of an emoji that needs no quotes. */
function isWordCharacter(character: string): boolean {
  return isLetterLike(character) || kindOf(character) === EMOJI || EMOJI_PART.test(character)
}
