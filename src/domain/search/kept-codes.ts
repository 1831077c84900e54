/**
 * Codes of words that were there a moment ago, as most words of a post were. Found by their characters, wherever those stand: a
 * map would take a string of its own for each word, which V8 has to make and look up among all others first.
 */

/** Words that are kept, a power of two: some 600 KB. A word takes the place of another one whose hash ends alike. */
const PLACES = 4_096

/** Characters of a word that is kept. */
const LONGEST = 64

/** Of FNV-1a. */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

interface Kept {
  readonly word: string
  readonly code: string
}

export class KeptCodes {
  readonly #encode: (word: string) => string
  readonly #places: (Kept | undefined)[] = Array.from({ length: PLACES }, () => undefined)

  /** @param encode makes the code of a word that is not kept */
  constructor(encode: (word: string) => string) {
    this.#encode = encode
  }

  /** The code of the word that stands in `text` from `start` up to `end`. */
  codeOf(text: string, start = 0, end = text.length): string {
    if (end - start > LONGEST) return this.#encode(text.slice(start, end))
    let hash = OFFSET
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1)
    const kept = this.#places[place]
    if (kept !== undefined && isWord(kept.word, text, start, end)) return kept.code
    const word = copied(text, start, end)
    const code = this.#encode(word)
    this.#places[place] = { word, code }
    return code
  }
}

/** A part of a text as a string of its own: for V8 a slice is a view, which would keep the whole text. */
function copied(text: string, start: number, end: number): string {
  return end - start === text.length ? text : text.slice(start, end).split('').join('')
}

function isWord(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let at = start; at < end; at += 1) {
    if (word.charCodeAt(at - start) !== text.charCodeAt(at)) return false
  }
  return true
}
