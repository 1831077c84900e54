/** Words of the index as both engines take them: short, plain ASCII, and telling nothing without the key. */

import { SIPHASH_SLACK, sipHash24 } from '../../lib/siphash.ts'
import type { Vault } from '../../lib/vault.ts'

/** What the key is for. An index that was made with other words, as by another way to fold letters, needs another name. */
const WORDS = 'search words, folded simply'

/** Octets of a key of SipHash. */
const KEY_BYTES = 16

/** Base 36: 32 bits take seven digits. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const PAIRS = Array.from(DIGITS, (first) => Array.from(DIGITS, (second) => first + second)).flat()
const PAIR = PAIRS.length

/** Octets of a word that is looked at; longer ones are the same word when they begin alike. */
const LONGEST = 1_024

/** Codes that are kept in memory before the oldest go; up to twice as many are there, some 3 MB. */
const KEPT = 8_192

/** Characters of a word whose code is kept. */
const LONGEST_KEPT = 64

/**
 * Turns words into 14 letters and digits: a keyed 64-bit hash in base 36. Two words may get the same code, once in 2^64;
 * then a search looks at a post too many.
 */
export class WordCodec {
  readonly #key: Uint32Array
  readonly #bytes: Buffer
  readonly #words: Uint32Array
  readonly #out = new Uint32Array(2)
  /** Codes by their words: those of late, and those before them, which go when there are too many. */
  #recent = new Map<string, string>()
  #older: ReadonlyMap<string, string> = new Map()

  constructor(vault: Pick<Vault, 'derive'>) {
    this.#key = new Uint32Array(Uint8Array.from(vault.derive(WORDS).subarray(0, KEY_BYTES)).buffer)
    const memory = new ArrayBuffer(LONGEST + 2 * SIPHASH_SLACK)
    this.#bytes = Buffer.from(memory)
    this.#words = new Uint32Array(memory)
  }

  /** Equal for equal keys: tells whether an index was made with this one. 31 bits. */
  get keyCheck(): number {
    this.encode('')
    return (this.#out[0] ?? 0) >>> 1
  }

  /** The codes of words, with blanks between them. */
  encodeAll(words: Iterable<string>): string {
    let codes = ''
    for (const word of words) codes += `${this.#known(word)} `
    return codes.slice(0, -1)
  }

  /** As {@link encode}, kept: most words of a post were in others a moment ago. */
  #known(word: string): string {
    if (word.length > LONGEST_KEPT) return this.encode(word)
    const recent = this.#recent.get(word)
    if (recent !== undefined) return recent
    const code = this.#older.get(word) ?? this.encode(word)
    if (this.#recent.size >= KEPT) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(word, code)
    return code
  }

  /** The code of a word. */
  encode(word: string): string {
    const length = this.#bytes.write(word, 0, LONGEST)
    sipHash24(this.#key, this.#words, length, this.#out)
    return half(this.#out[0] ?? 0) + half(this.#out[1] ?? 0)
  }
}

// A post has a score of words, and Number.toString takes longer than all else that is done for one.
function half(value: number): string {
  const high = Math.floor(value / PAIR)
  const higher = Math.floor(high / PAIR)
  const first = DIGITS.charAt(Math.floor(higher / PAIR))
  return first + pairOf(higher) + pairOf(high) + pairOf(value)
}

/** The last two digits of a number. */
function pairOf(value: number): string {
  return PAIRS[value % PAIR] ?? ''
}
