/** Words of the index as both engines take them: short, plain ASCII, and telling nothing without the key. */

import type { FilterPost } from '../../filter/post.ts'
import { wordsOf } from '../../filter/search-words.ts'
import { SIPHASH_SLACK, sipHash24 } from '../../lib/siphash.ts'
import type { Vault } from '../../lib/vault.ts'

/**
 * What the key is for. An index that was made with other words, as by another way to fold letters or to write codes, needs
 * another name.
 */
const KEY_CONTEXT = 'search words, folded simply, in 36 bits, none of every post'

/** Octets of a key of SipHash. */
const KEY_BYTES = 16

/** Base 36: 36 bits take seven digits. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const PAIRS = Array.from(DIGITS, (first) => Array.from(DIGITS, (second) => first + second)).flat()
const PAIR = PAIRS.length

/** Octets of a word that is looked at; longer ones are the same word when they begin alike. */
const MAX_WORD_BYTES = 1_024

/**
 * Turns words into 7 letters and digits: 36 bits of a keyed hash in base 36. Two words may get the same code: of a million
 * words one in 70,000 has that of another one, and a search for it looks at some posts too many.
 */
export class WordCodec {
  readonly #key: Uint32Array
  readonly #bytes: Buffer
  readonly #words: Uint32Array
  readonly #out = new Uint32Array(2)

  constructor(vault: Pick<Vault, 'derive'>) {
    this.#key = new Uint32Array(Uint8Array.from(vault.derive(KEY_CONTEXT).subarray(0, KEY_BYTES)).buffer)
    const memory = new ArrayBuffer(MAX_WORD_BYTES + 2 * SIPHASH_SLACK)
    this.#bytes = Buffer.from(memory)
    this.#words = new Uint32Array(memory)
  }

  /** Equal for equal keys: tells whether an index was made with this one. 31 bits. */
  get keyCheck(): number {
    this.encode('')
    return (this.#out[0] ?? 0) >>> 1
  }

  /** The codes of the words of a post, each once, with blanks between them. */
  encodePost(post: FilterPost): string {
    const codes = Array.from(wordsOf(post), (word) => this.encode(word))
    return [...new Set(codes)].join(' ')
  }

  /** The code of a word. */
  encode(word: string): string {
    const length = this.#bytes.write(word, 0, MAX_WORD_BYTES)
    sipHash24(this.#key, this.#words, length, this.#out)
    return digitsOf((this.#out[0] ?? 0) + HIGH * ((this.#out[1] ?? 0) % HIGHER))
  }
}

/** What the bits above the first 32 stand for, and how many numbers those that are taken can be. */
const HIGH = 2 ** 32
const HIGHER = 2 ** 4

// A post has a score of words, and Number.toString takes longer than all else that is done for one.
function digitsOf(value: number): string {
  const high = Math.floor(value / PAIR)
  const higher = Math.floor(high / PAIR)
  const first = DIGITS.charAt(Math.floor(higher / PAIR))
  return first + pairOf(higher) + pairOf(high) + pairOf(value)
}

/** The last two digits of a number. */
function pairOf(value: number): string {
  return PAIRS[value % PAIR] ?? ''
}
