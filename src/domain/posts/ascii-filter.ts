/** Sees at once that a text of ASCII has none of some words, without making words of it. */

/** Bits of the filter: with some hundreds of words it lets nearly nothing pass that has none of them. */
const BITS = 1 << 16

/** Of FNV-1a. */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** What ASCII is in a word, in small letters; zero is what stands between words, and an underscore begins none. */
const LETTERS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
)
const UNDERSCORE = 0x5f

/**
 * Gives whether one of these words, in any case, may be in a text: yes for a text that is not all ASCII, and for one in a
 * few hundred that has none. A word is a letter or digit and what follows of letters, digits and underscores.
 */
export function asciiFilter(words: Iterable<string>): (text: string) => boolean {
  const bits = new Uint8Array(BITS)
  for (const word of words) {
    let hash = OFFSET
    for (let at = 0; at < word.length; at += 1) hash = mixed(hash, LETTERS[word.charCodeAt(at)] ?? 0)
    bits[slotOf(hash)] = 1
  }
  return (text) => {
    let hash = OFFSET
    let isWord = false
    for (let at = 0; at < text.length; at += 1) {
      const letter = LETTERS[text.charCodeAt(at)]
      if (letter === undefined) return true
      if (letter !== 0 && (isWord || letter !== UNDERSCORE)) {
        hash = mixed(hash, letter)
        isWord = true
      } else if (isWord) {
        if (bits[slotOf(hash)] === 1) return true
        hash = OFFSET
        isWord = false
      }
    }
    return isWord && bits[slotOf(hash)] === 1
  }
}

function mixed(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, PRIME)
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 16)) & (BITS - 1)
}
