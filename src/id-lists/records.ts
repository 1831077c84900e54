/** Records of tables with a separator (RFC 4180), of which quoted cells may go over several lines. */

/** Characters of a record; a quote that does not end before is taken for a character. */
export const MAX_RECORD_LENGTH = 1024 * 1024

/** How often a record is taken apart before its quotes are taken for characters: each time costs its length. */
const LOOKS_MOST = 50

/** What a text of one or more lines is of a record: its cells, a beginning that goes on, or no such thing. */
type Cells = readonly string[] | 'open' | 'malformed'

/** The cells of a record. @param separator one character; a blank stands for any number of blanks */
export function cellsOf(text: string, separator: string): Cells {
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
    // A quote that ends before its cell does was no quote: what it covers may be other records.
    if (start >= 0 && rest.trim() !== '') return 'malformed'
    cells.push(start >= 0 ? cell : rest)
    if (next < 0) return cells
    at = next + 1
  }
}

/** Where a cell begins behind its first quote; -1 for a cell without one. */
function quoteAt(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1
    if (text[at] !== ' ' || separator === ' ') return -1
  }
  return -1
}

/** A quoted cell from behind its first quote, and where it ends; -1 when it does not. */
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

/** A record, with the line in which it begins, from 1. */
export interface TableRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** Puts lines together to records. */
export class RecordReader {
  readonly #separator: string
  #lines: string[] = []
  #first = 0
  #length = 0
  /** Quotes so far, and how often the record was looked at. */
  #quotes = 0
  #looks = 0

  constructor(separator: string) {
    this.#separator = separator
  }

  /** The records that end in the next line. */
  take(text: string, line: number): readonly TableRecord[] {
    const isFirst = this.#lines.length === 0
    if (isFirst && isSkippedLine(text)) return NONE
    if (isFirst) this.#first = line
    this.#lines.push(text)
    this.#length += text.length + 1
    const quotes = text.split('"').length - 1
    this.#quotes += quotes
    // Only a quote can end what a quote began, and then there is one for each.
    const mayEnd = isFirst || (quotes > 0 && this.#quotes % 2 === 0)
    if (mayEnd) this.#looks += 1
    const cells = mayEnd ? cellsOf(this.#lines.join('\n'), this.#separator) : 'open'
    if (cells === 'open' && this.#length <= MAX_RECORD_LENGTH && this.#looks <= LOOKS_MOST) return NONE
    if (typeof cells === 'string') return this.end()
    this.#clear()
    return [{ line: this.#first, cells }]
  }

  /** The lines that are no whole record together, each by itself: no quote goes over its end. */
  end(): readonly TableRecord[] {
    const lines = this.#lines
    this.#clear()
    return lines.flatMap((text, index) => {
      if (isSkippedLine(text)) return []
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
    this.#looks = 0
  }
}

const NONE: readonly TableRecord[] = Object.freeze([])

/** Empty lines, comments, and the line by which spreadsheets name their separator. */
export function isSkippedLine(line: string): boolean {
  return /^\s*(?:#|$|"?sep=."?\s*$)/i.test(line)
}
