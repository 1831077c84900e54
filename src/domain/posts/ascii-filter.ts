/** Sees at once that a text of ASCII has none of some words, without making words of it. */

/** Places of the filter for each of its words, and how many there are at most: with more than a thousand words it says yes more often. */
const PLACES_OF_WORD = 1_024
const PLACES_MOST = 1 << 20

/** Of FNV-1a. */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** What ASCII is in a word, in small letters; zero is what stands between words, and an underscore begins none. */
const LETTERS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0,
)
const UNDERSCORE = 0x5f

/**
 * Gives whether one of these words, in any case, may be in a text: yes for a text that is not all ASCII, and by chance for one
 * word of others in a thousand. A word is a letter or digit and what follows of letters, digits and underscores.
 */
export function asciiFilter(words: readonly string[]): (text: string) => boolean {
  const wanted = Math.max(1, words.length) * PLACES_OF_WORD
  const places = new Uint8Array(Math.min(PLACES_MOST, 2 ** Math.ceil(Math.log2(wanted))))
  const last = places.length - 1
  for (const word of words) {
    let hash = OFFSET
    for (let at = 0; at < word.length; at += 1) hash = mixed(hash, LETTERS[word.charCodeAt(at)] ?? 0)
    places[placeOf(hash) & last] = 1
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
        if (places[placeOf(hash) & last] === 1) return true
        hash = OFFSET
        isWord = false
      }
    }
    return isWord && places[placeOf(hash) & last] === 1
  }
}

function mixed(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, PRIME)
}

/** Its low bits are as mixed as any. */
function placeOf(hash: number): number {
  return hash ^ (hash >>> 16)
}
