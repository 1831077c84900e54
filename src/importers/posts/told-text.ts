/** The text of a post as files have it, escaped for HTML, and the places in it. */
import type { Indices } from '../../domain/posts/content.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { codePointLength, escapeText, unescapeText } from '../../text/index-units.ts'

/** A text, and how places in the file's form of it are told. */
export interface ToldText {
  /** As people wrote it. */
  readonly text: string
  /** How many code points the file's form has: no place is beyond. */
  readonly length: number
  /** Characters were taken out of it, so that places may be told of others. */
  readonly isShortened: boolean
  /** Of a place in the text as the file has it, the one in the text as Aviary escapes it. */
  readonly move: ((place: number) => number) | undefined
}

/**
 * Reads a text in which `&`, `<` and `>` are escaped; others may be, or not: old files have bare ones.
 * @param recorded the text before it was repaired
 */
export function toldText(given: string, recorded: unknown = given): ToldText {
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
export function shownLength({ text }: ToldText): number {
  return codePointLength(escapeText(text))
}

/** A pair of places as a file tells it; undefined when it lies outside of the text. @param places a pair of whole numbers */
export function movedPlaces(places: unknown, { length, move }: ToldText): Indices | undefined {
  if (!Array.isArray(places)) return undefined
  const [start, end] = places as [number, number]
  if (start > end || end > length) return undefined
  return move === undefined ? [start, end] : [move(start), move(end)]
}

/** Finds what stands in a text but has no place, or one that the text has not. */
export class Places {
  readonly #told: ToldText
  readonly #note: ReportFault
  /** For words that were found, the UTF-16 offset behind them. */
  readonly #found = new Map<string, number>()
  #lower: string | undefined

  constructor(told: ToldText, note: ReportFault) {
    this.#told = told
    this.#note = note
  }

  /**
   * The place of an entity: as it is told, else that of its own words; undefined when the text has neither.
   * @param places a pair of whole numbers, if any are told
   * @param words as they stand in the text, in any case
   * @param path for the note
   */
  of(places: unknown, words: string, path: string): Indices | undefined {
    const told = this.#told.isShortened ? undefined : movedPlaces(places, this.#told)
    if (told !== undefined && told[0] < told[1]) return told
    this.#note(path, 'at no place of the text')
    return this.find(words)
  }

  /** The next place of these words, which is given once. */
  find(words: string): Indices | undefined {
    const { text } = this.#told
    this.#lower ??= text.toLowerCase()
    const sought = words.toLowerCase()
    // A letter that is longer in lower case would move what is behind it.
    if (sought === '' || this.#lower.length !== text.length) return undefined
    const at = this.#lower.indexOf(sought, this.#found.get(sought) ?? 0)
    if (at < 0) return undefined
    this.#found.set(sought, at + sought.length)
    const start = codePointLength(escapeText(text.slice(0, at)))
    return [start, start + codePointLength(escapeText(text.slice(at, at + sought.length)))]
  }
}
