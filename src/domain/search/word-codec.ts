/** Encodes words for the index as short ASCII texts. Without the key, the texts reveal nothing about the words. */

import type { FilterPost } from '../../filter/post.ts'
import { wordsOf } from '../../filter/search-words.ts'
import { SIPHASH_SLACK, sipHash24 } from '../../lib/siphash.ts'
import type { Vault } from '../../lib/vault.ts'

/**
 * Name from which the key is derived. Change this name whenever words are folded or encoded differently, so that
 * existing indexes become invalid.
 */
const KEY_CONTEXT =
  'search words, folded simply, in 36 bits, none of every post, with shown quotes, operators of 2022, and reposts by id'

/** Size of a SipHash key, in bytes. */
const KEY_BYTES = 16

/** The digits of base 36, in which 36 bits need seven digits. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'
const PAIRS = Array.from(DIGITS, (first) => Array.from(DIGITS, (second) => first + second)).flat()
const PAIR = PAIRS.length

/** Maximum number of bytes of a word that are used. Longer words with the same beginning get the same code. */
const MAX_WORD_BYTES = 1_024

/**
 * Encodes a word as 7 letters and digits: 36 bits of a keyed hash in base 36. Codes can collide. Among a million words,
 * one word in 70,000 has the same code as another word. A search for a word with a shared code reads some additional
 * posts.
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

  /** A check value of 31 bits, with which an index that was made with another key is detected. */
  get keyCheck(): number {
    this.encode('')
    return (this.#out[0] ?? 0) >>> 1
  }

  /** The distinct codes of the words of a post, separated by spaces. */
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

/**
 * A hash has two 32-bit numbers. `HIGH` is the weight of the second number. `HIGHER` is the number of values
 * of its 4 bits that are used.
 */
const HIGH = 2 ** 32
const HIGHER = 2 ** 4

// This code runs for about twenty words of each post, so it must be fast. Number.toString would take longer than the
// rest of the encoding.
function digitsOf(value: number): string {
  const high = Math.floor(value / PAIR)
  const higher = Math.floor(high / PAIR)
  const first = DIGITS.charAt(Math.floor(higher / PAIR))
  return first + pairOf(higher) + pairOf(high) + pairOf(value)
}

function pairOf(value: number): string {
  return PAIRS[value % PAIR] ?? ''
}
