/** Reads the text of a recorded post, which contains HTML escapes, and the indices of its entities. */
import type { Indices } from '../../domain/posts/content.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { codePointLength, escapeText, unescapeText } from '../../text/index-units.ts'

/** A text, and a function that maps its recorded indices. */
export interface RecordedText {
  /** The unescaped text. */
  readonly text: string
  /** Number of code points of the recorded text; this is the maximum index. */
  readonly length: number
  /** True if a repair removed characters; recorded indices may then be wrong. */
  readonly isShortened: boolean
  /** Maps a recorded index to an index in the text that Aviary escapes; undefined if both indices are always equal. */
  readonly move: ((place: number) => number) | undefined
}

/**
 * Reads a text in which `&`, `<` and `>` are escaped. Texts in old files may be unescaped.
 * @param recorded the text before its repair
 */
export function recordedText(given: string, recorded: unknown = given): RecordedText {
  const length = codePointLength(given)
  const isShortened = typeof recorded === 'string' && codePointLength(recorded) !== length
  if (!/[&<>]/.test(given)) return { text: given, length, isShortened, move: undefined }
  const text = unescapeText(given)
  return { text, length, isShortened, move: escapeText(text) === given ? undefined : mover(given) }
}

function mover(given: string): (place: number) => number {
  const places: number[] = []
  let escaped = 0
  for (const [piece] of given.matchAll(/&(?:amp|lt|gt);|./gsu)) {
    const isReference = piece.length > 2
    for (let index = 0; index < (isReference ? piece.length : 1); index++) places.push(escaped)
    escaped += isReference ? piece.length : [...escapeText(piece)].length
  }
  return (place) => places[place] ?? escaped
}

/** Number of code points of the text after Aviary has escaped it. */
export function shownLength({ text }: RecordedText): number {
  return codePointLength(escapeText(text))
}

/**
 * Maps recorded indices; undefined if they are missing, in the wrong order, or after the end of the text.
 * @param places a pair of whole numbers, unless it is missing
 */
export function movedPlaces(places: unknown, { length, move }: RecordedText): Indices | undefined {
  if (!Array.isArray(places)) return undefined
  const [start, end] = places as [number, number]
  if (start > end || end > length) return undefined
  return move === undefined ? [start, end] : [move(start), move(end)]
}

/** Finds the indices of entities, even if the recorded indices are missing or wrong. */
export class Places {
  readonly #recorded: RecordedText
  readonly #note: ReportFault
  /** For each searched text: the UTF-16 offset after its last match. */
  readonly #found = new Map<string, number>()
  #lower: string | undefined

  constructor(recorded: RecordedText, note: ReportFault) {
    this.#recorded = recorded
    this.#note = note
  }

  /**
   * The indices of an entity: the recorded indices if they are valid, otherwise the indices of the entity's words in
   * the text. Undefined if the text does not contain the words.
   * @param places the recorded indices, which should be a pair of whole numbers
   * @param words the words of the entity; the search ignores upper and lower case
   * @param path path of the field, for reports
   */
  of(places: unknown, words: string, path: string): Indices | undefined {
    const moved = this.#recorded.isShortened ? undefined : movedPlaces(places, this.#recorded)
    if (moved !== undefined && moved[0] < moved[1]) return moved
    this.#note(path, 'at no place of the text')
    return this.find(words)
  }

  /** Indices of the next match of `words`; each match is returned once. */
  find(words: string): Indices | undefined {
    const { text } = this.#recorded
    this.#lower ??= text.toLowerCase()
    const sought = words.toLowerCase()
    // If lower case makes the text longer, offsets would be wrong. In that case, the words are not searched.
    if (sought === '' || this.#lower.length !== text.length) return undefined
    const at = this.#lower.indexOf(sought, this.#found.get(sought) ?? 0)
    if (at < 0) return undefined
    this.#found.set(sought, at + sought.length)
    const start = codePointLength(escapeText(text.slice(0, at)))
    return [start, start + codePointLength(escapeText(text.slice(at, at + sought.length)))]
  }
}
