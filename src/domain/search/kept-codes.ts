/** Codes of words that were there a moment ago, as most words of a post were: to find one makes no string. */
import { KeyTable } from '../../filter/key-table.ts'

/** Words that are kept, some 600 KB; the oldest goes for the next one. */
const KEPT = 4_096

/** Characters of a word that is kept. */
const LONGEST = 64

export class KeptCodes {
  readonly #encode: (word: string) => string
  readonly #words: string[] = []
  readonly #codes: string[] = []
  readonly #numbers: KeyTable
  /** The number of the word that comes next. */
  #next = 0

  /**
   * @param encode makes the code of a word that is not kept
   * @param seed 32 bits that nobody knows who writes posts
   */
  constructor(encode: (word: string) => string, seed: number) {
    this.#encode = encode
    this.#numbers = new KeyTable((number) => this.#words[number] ?? '', seed)
  }

  /** The code of the word that stands in `text` from `start` up to `end`. */
  codeOf(text: string, start = 0, end = text.length): string {
    if (end - start > LONGEST) return this.#encode(text.slice(start, end))
    const number = this.#numbers.find(text, start, end)
    const kept = number === undefined ? undefined : this.#codes[number]
    return kept ?? this.#keep(copied(text, start, end))
  }

  #keep(word: string): string {
    const number = this.#next
    const oldest = this.#words[number]
    if (oldest !== undefined) this.#numbers.remove(oldest, number)
    const code = this.#encode(word)
    this.#words[number] = word
    this.#codes[number] = code
    this.#numbers.add(word, number)
    this.#next = (number + 1) % KEPT
    return code
  }
}

/** A part of a text as a string of its own: for V8 a slice is a view, which would keep the whole text. */
function copied(text: string, start: number, end: number): string {
  return end - start === text.length ? text : text.slice(start, end).split('').join('')
}
