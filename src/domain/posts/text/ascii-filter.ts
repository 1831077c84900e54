/** Sees at once that a text of ASCII has none of some words, without making words of it. */
import { KeyTable } from '../../../filter/key-table.ts'

const NOT_ASCII = /[^\0-\x7f]/

/** Where words begin and end: with a letter or digit, and what follows of letters, digits and underscores. */
const NOTHING = 0
const LETTER = 1
const UNDERSCORE = 2
const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  return character === '_' ? UNDERSCORE : /\w/.test(character) ? LETTER : NOTHING
})

/**
 * Gives whether one of these words, in any case, may be in a text: exactly for a text of ASCII, and yes for every other.
 * @param words in small letters, each once
 */
export function asciiFilter(words: readonly string[]): (text: string) => boolean {
  const table = new KeyTable((number) => words[number] ?? '', 0)
  for (const [number, word] of words.entries()) table.add(word, number)
  return (text) => {
    if (NOT_ASCII.test(text)) return true
    const lower = text.toLowerCase()
    let start = -1
    for (let at = 0; at <= lower.length; at += 1) {
      const kind = KINDS[lower.charCodeAt(at)] ?? NOTHING
      if (start < 0 && kind === LETTER) start = at
      if (start < 0 || kind !== NOTHING) continue
      if (table.find(lower, start, at) !== undefined) return true
      start = -1
    }
    return false
  }
}
