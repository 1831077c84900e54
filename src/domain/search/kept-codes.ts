/** Codes of words that were there a moment ago, as most words of a post were: to find one makes no string. */
import { hashOf } from '../../filter/key-table.ts'
import type { WordPrefix } from '../../filter/search-words.ts'

/** Words that are kept at most, some 2 MB: each has its place, where it takes that of another one. A power of two. */
const KEPT = 16_384

/** Characters behind the prefix of a word that is kept. */
const LONGEST = 64

export class KeptCodes {
  readonly #encode: (word: string) => string
  readonly #seed: number
  readonly #hashes = new Int32Array(KEPT)
  readonly #prefixes: WordPrefix[] = Array.from({ length: KEPT }, () => '')
  readonly #rests: string[] = Array.from({ length: KEPT }, () => '')
  /** No code is empty, but where nothing is kept. */
  readonly #codes: string[] = Array.from({ length: KEPT }, () => '')

  /**
   * @param encode makes the code of a word that is not kept
   * @param seed 32 bits that nobody knows who writes posts: who did could write words that take each other's place
   */
  constructor(encode: (word: string) => string, seed: number) {
    this.#encode = encode
    this.#seed = seed
  }

  /** The code of the word that is a prefix and what stands in `text` from `start` up to `end`. */
  codeOf(prefix: WordPrefix, text: string, start = 0, end = text.length): string {
    if (end - start > LONGEST) return this.#encode(prefix + text.slice(start, end))
    const hash = hashOf(this.#seed ^ prefix.length, text, start, end)
    const place = hash & (KEPT - 1)
    const rest = this.#rests[place]
    const isKept =
      this.#hashes[place] === hash &&
      this.#prefixes[place] === prefix &&
      rest?.length === end - start &&
      text.startsWith(rest, start)
    const kept = isKept ? this.#codes[place] : undefined
    return kept || this.#keep(place, hash, prefix, copied(text, start, end))
  }

  #keep(place: number, hash: number, prefix: WordPrefix, rest: string): string {
    const code = this.#encode(prefix + rest)
    this.#hashes[place] = hash
    this.#prefixes[place] = prefix
    this.#rests[place] = rest
    this.#codes[place] = code
    return code
  }
}

/** A part of a text as a string of its own: for V8 a slice is a view, which would keep the whole text. */
function copied(text: string, start: number, end: number): string {
  return end - start === text.length ? text : text.slice(start, end).split('').join('')
}
