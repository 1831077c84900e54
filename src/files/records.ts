/**
 * Splits tables with separators into records (RFC 4180), and tables that R has written. Quoted cells may contain line
 * ends.
 */

/**
 * Maximum number of characters of a record. If a quoted cell has no closing quote within this length, its opening quote
 * is an ordinary character.
 */
export const MAX_RECORD_LENGTH = 1024 * 1024

/**
 * Maximum number of attempts to parse a record. After this number of attempts, the quotes of the record are ordinary
 * characters. The time of an attempt grows with the length of the record.
 */
const MAX_PARSE_ATTEMPTS = 50

/**
 * Result of parsing one or more lines: the cells, `open` for an incomplete record, or `malformed` for an invalid
 * record.
 */
type Cells = readonly string[] | 'open' | 'malformed'

/** Separator of the tables of `write.table` in R: blanks between cells, of which texts are in quotes. */
export const QUOTED_BLANKS = '" "'

/**
 * Parses a record.
 * @param separator one character, or {@link QUOTED_BLANKS}; a blank stands for any number of blanks
 */
export function cellsOf(text: string, separator: string): Cells {
  if (separator === QUOTED_BLANKS) return cellsOfR(text)
  if (separator === ' ') return text.trim().split(/\s+/)
  if (!text.includes('"')) return text.split(separator)
  const cells: string[] = []
  for (let at = 0; ; ) {
    const start = quoteAt(text, at, separator)
    let end = at
    let cell = ''
    if (start >= 0) {
      ;[cell, end] = quotedCell(text, start)
      if (end < 0) return 'open'
    }
    const next = text.indexOf(separator, end)
    const rest = text.slice(end, next < 0 ? undefined : next)
    // A quote that ends before the cell ends is an ordinary character; the text between the quotes may belong to other
    // records.
    if (start >= 0 && rest.trim() !== '') return 'malformed'
    cells.push(start >= 0 ? cell : rest)
    if (next < 0) return cells
    at = next + 1
  }
}

function cellsOfR(text: string): Cells {
  const cells: string[] = []
  for (let at = 0; ; ) {
    while (isBlank(text, at)) at += 1
    if (at >= text.length) return cells
    let end = at
    if (text[at] === '"') {
      end = endOfCell(text, at + 1)
      if (end < 0) return 'open'
      // R escapes quotes, and does not escape backslashes.
      cells.push(text.slice(at + 1, end).replace(/(?:\\|")"/g, '"'))
      at = end + 1
    } else {
      while (end < text.length && !isBlank(text, end)) end += 1
      cells.push(text.slice(at, end))
      at = end
    }
  }
}

/** Offset of the quote that ends a cell of R; -1 if there is none. */
function endOfCell(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at)) {
    if (text[at - 1] === '\\') at += 1
    else if (at + 1 === text.length || isBlank(text, at + 1)) return at
    else at += text[at + 1] === '"' ? 2 : 1
  }
  return -1
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || code === 9 || code === 10 || code === 13
}

/** Offset after the opening quote of a cell; -1 if the cell is not quoted. */
function quoteAt(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1
    if (text[at] !== ' ' || separator === ' ') return -1
  }
  return -1
}

/** Content of a quoted cell, and the offset after its closing quote; the offset is -1 if there is no closing quote. */
function quotedCell(text: string, from: number): [cell: string, end: number] {
  let cell = ''
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return ['', -1]
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return [cell, quote + 1]
    cell += '"'
    at = quote + 2
  }
}

/** A record, with the number of the line in which it begins, from 1. */
export interface TableRecord {
  readonly line: number
  readonly cells: readonly string[]
  /** Reason why the record is incomplete; then its only cell is the beginning of its text. */
  readonly fault?: string
}

/** Joins lines to records. */
export class RecordReader {
  readonly #separator: string
  readonly #isSkipped: (line: string) => boolean
  #lines: string[] = []
  #first = 0
  #length = 0
  /** Number of quotes in the record so far. `#attempts` is the number of attempts to parse the record. */
  #quotes = 0
  #attempts = 0

  /** @param isSkipped returns true for a line that is not a record */
  constructor(separator: string, isSkipped: (line: string) => boolean = isSkippedLine) {
    this.#separator = separator
    this.#isSkipped = isSkipped
  }

  /** True if a record begins in the next line. */
  get isBetween(): boolean {
    return this.#lines.length === 0
  }

  /** Adds a line. @returns the records that are now complete */
  take(text: string, line: number): readonly TableRecord[] {
    const isFirst = this.#lines.length === 0
    if (isFirst && this.#isSkipped(text)) return NONE
    if (isFirst) this.#first = line
    this.#lines.push(text)
    this.#length += text.length + 1
    const marks = this.#separator === QUOTED_BLANKS ? text.replaceAll('\\"', '') : text
    const quotes = marks.split('"').length - 1
    this.#quotes += quotes
    // A line can end an open quote only if the line has quotes and makes the number of quotes even.
    const mayEnd = isFirst || (quotes > 0 && this.#quotes % 2 === 0)
    if (mayEnd) this.#attempts += 1
    const cells = mayEnd ? cellsOf(this.#lines.join('\n'), this.#separator) : 'open'
    if (cells === 'open' && this.#length <= MAX_RECORD_LENGTH && this.#attempts <= MAX_PARSE_ATTEMPTS)
      return NONE
    if (typeof cells === 'string') return this.end()
    this.#clear()
    return [{ line: this.#first, cells }]
  }

  /** Returns each line of an incomplete record as a separate record. */
  end(): readonly TableRecord[] {
    const lines = this.#lines
    this.#clear()
    return lines.flatMap((text, index) => {
      if (this.#isSkipped(text)) return []
      const cells = cellsOf(text, this.#separator)
      return {
        line: this.#first + index,
        cells: typeof cells === 'string' ? text.split(this.#separator) : cells,
      }
    })
  }

  #clear(): void {
    this.#lines = []
    this.#length = 0
    this.#quotes = 0
    this.#attempts = 0
  }
}

const NONE: readonly TableRecord[] = Object.freeze([])

/** True for an empty line, a comment, and the line `sep=` of spreadsheets. */
export function isSkippedLine(line: string): boolean {
  return /^\s*(?:#|$|"?sep=."?\s*$)/i.test(line)
}
