/** Reads the text of a recorded post, which is escaped for HTML, and the indices of its entities. */
import type { Indices } from '../../domain/posts/content.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { codePointLength, escapeText, unescapeText } from '../../text/index-units.ts'

/** A text with the mapping of its recorded indices. */
export interface RecordedText {
  /** The unescaped text. */
  readonly text: string
  /** Code points of the recorded text, which is the maximum of an index. */
  readonly length: number
  /** True if a repair removed characters, so that recorded indices may be wrong. */
  readonly isShortened: boolean
  /** Maps a recorded index to the index in the text as Aviary escapes it; undefined if both are the same. */
  readonly move: ((place: number) => number) | undefined
}

/**
 * Reads a text with escaped `&`, `<` and `>`. Old files have unescaped ones.
 * @param recorded the text before repairs
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

/** The code points of a text as Aviary escapes it. */
export function shownLength({ text }: RecordedText): number {
  return codePointLength(escapeText(text))
}

/** Maps recorded indices; undefined when they are outside of the text. @param places a pair of whole numbers */
export function movedPlaces(places: unknown, { length, move }: RecordedText): Indices | undefined {
  if (!Array.isArray(places)) return undefined
  const [start, end] = places as [number, number]
  if (start > end || end > length) return undefined
  return move === undefined ? [start, end] : [move(start), move(end)]
}

/** Finds entities in a text whose indices are missing or wrong. */
export class Places {
  readonly #recorded: RecordedText
  readonly #note: ReportFault
  /** UTF-16 offset after the last match of each text. */
  readonly #found = new Map<string, number>()
  #lower: string | undefined

  constructor(recorded: RecordedText, note: ReportFault) {
    this.#recorded = recorded
    this.#note = note
  }

  /**
   * The indices of an entity: the recorded indices if they are valid, otherwise the indices of its text; undefined
   * without a match.
   * @param places the recorded indices, a pair of whole numbers
   * @param words the text of the entity, in any case
   * @param path the path for reports
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
    // Texts with letters that are longer in lower case are not lowered, because that would shift the offsets.
    if (sought === '' || this.#lower.length !== text.length) return undefined
    const at = this.#lower.indexOf(sought, this.#found.get(sought) ?? 0)
    if (at < 0) return undefined
    this.#found.set(sought, at + sought.length)
    const start = codePointLength(escapeText(text.slice(0, at)))
    return [start, start + codePointLength(escapeText(text.slice(at, at + sought.length)))]
  }
}
