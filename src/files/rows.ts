/**
 * Recognises tables and reads their rows. A row has values with separators, or numbers separated by blanks
 * (spec/data-files.md#tables).
 */
import { cellsOf, QUOTED_BLANKS, RecordReader, type TableRecord } from './records.ts'

export interface Table {
  /**
   * Separator of cells: one character, or that of R; a blank stands for any number of blanks. Undefined for a table with one value on
   * each line.
   */
  readonly separator: string | undefined
  /** Number of cells that most rows have. */
  readonly width: number
  /** Column names, from a comment above the rows or from the first line of a MatrixMarket file. */
  readonly commentNames: readonly string[]
  /** The first rows. */
  readonly first: readonly TableRecord[]
  /** True if the rows have numbers; lines that begin with `#`, `%` or `//` are then comments. */
  readonly isNumeric: boolean
  /** True for a MatrixMarket file; its first row has sizes. */
  readonly isMatrix: boolean
}

const SEPARATORS = [',', '\t', ';', '|']
/** Minimum share of rows that have the same number of cells. */
const MIN_ROW_SHARE = 0.9
/** Maximum number of characters of a line. The rest of a longer line is skipped, and reading continues after it. */
export const MAX_LINE_LENGTH = 16 * 1024 * 1024
/** Number of characters that the record of a longer line contains. */
const MAX_EXCERPT_LENGTH = 500

/** Matches comments in tables of numbers. */
export const COMMENT = /^\s*(?:#|%|\/\/)/
const MATRIX = /^\s*%%MatrixMarket\b/i

/** True for a blank line, and for the line `sep=` of spreadsheets. */
export function isSkippedRow(line: string): boolean {
  return /^\s*$|^\s*"?sep=."?\s*$/i.test(line)
}

/** The layout of a table. @param lines the first lines, without blank lines */
export function tableOf(lines: readonly string[]): Table {
  const ofR = tableOfR(lines)
  if (ofR !== undefined) return ofR
  const isMatrix = MATRIX.test(lines[0] ?? '')
  const data = lines.filter((line) => !COMMENT.test(line))
  const isNumeric = isMatrix || isOfNumbers(data)
  const rows = isNumeric ? data : lines
  const separator = separatorOf(rows, isNumeric)
  const reader = new RecordReader(separator ?? '\n', isSkippedRow)
  const records = rows.flatMap((line, index) => reader.take(line, index + 1))
  const all = records.length > 0 ? records : reader.end()
  const width = commonWidth(all)
  const isNumbered = all.slice(1).every(({ cells }, index) => cells[0]?.trim() === String(index + 1))
  const first = isNumbered && all.length > 1 ? withRowNames(all, width) : all
  return {
    separator,
    width,
    commentNames: isNumeric ? commentNamesOf(lines, width) : [],
    first,
    isNumeric,
    isMatrix,
  }
}

const HEADER_OF_R = /^"[^"]*"(?: "[^"]*")+\s*$/
/** Name of the first column in tables of R, which have no name for it. */
const ROW_NAMES = 'row names'

/** The layout of a table that `write.table` of R has written; undefined for other tables. */
function tableOfR(lines: readonly string[]): Table | undefined {
  const [header = ''] = lines
  if (!HEADER_OF_R.test(header)) return undefined
  const reader = new RecordReader(QUOTED_BLANKS, isSkippedRow)
  const records = lines.flatMap((line, index) => reader.take(line, index + 1))
  const width = commonWidth(records.slice(1))
  const first = withRowNames(records, width)
  if (first.length < 2 || first[0]?.cells.length !== width) return undefined
  return { separator: QUOTED_BLANKS, width, commentNames: [], first, isNumeric: false, isMatrix: false }
}

/** The records of a table of R. By default, each row begins with its name, and the header has no cell for it. */
function withRowNames(records: readonly TableRecord[], width: number): readonly TableRecord[] {
  const [header, ...rows] = records
  if (header === undefined || header.cells.length !== width - 1) return records
  return [{ ...header, cells: [ROW_NAMES, ...header.cells] }, ...rows]
}

/** True if most rows begin with a number, and consist only of numbers and separators. */
function isOfNumbers(lines: readonly string[]): boolean {
  const numeric = lines.filter((line) => /^\s*["']?\d[\d\s,;|.eE+"'-]*$/.test(line))
  return lines.length > 0 && numeric.length >= lines.length * MIN_ROW_SHARE - 1 && numeric.length > 0
}

function separatorOf(rows: readonly string[], isNumeric: boolean): string | undefined {
  const candidates = isNumeric ? [',', ';', '|', ' '] : SEPARATORS
  return candidates.find((separator) => {
    const widths = rows
      .map((row) => cellsOf(row, separator))
      .map((cells) => (typeof cells === 'string' ? 0 : cells.length))
    return isTable(rows, separator, widths)
  })
}

/** True if most records have the same number of cells. */
function isTable(rows: readonly string[], separator: string, widths: readonly number[]): boolean {
  // A line may be a part of a row, because cells may contain line ends.
  if (!widths.includes(0)) return shareOf(widths) >= MIN_ROW_SHARE
  const reader = new RecordReader(separator, isSkippedRow)
  const records = rows.flatMap((row, index) => reader.take(row, index + 1))
  return records.length > 0 && shareOf(records.map(({ cells }) => cells.length)) >= MIN_ROW_SHARE
}

/** Share of rows with the most frequent width, among widths above 1. A header of R may lack a cell. */
function shareOf([header = 0, ...others]: readonly number[]): number {
  const isShort = header > 1 && others[0] === header + 1
  const widths = isShort ? others : [header, ...others]
  const counts = new Map<number, number>()
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  return Math.max(0, ...counts.values()) / widths.length
}

function commonWidth(records: readonly TableRecord[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width = 1] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return width
}

function commentNamesOf(lines: readonly string[], width: number): readonly string[] {
  if (MATRIX.test(lines[0] ?? '')) return (lines[0] ?? '').trim().split(/\s+/)
  const comments = lines.slice(
    0,
    lines.findIndex((line) => !COMMENT.test(line)),
  )
  const names = (comments.at(-1) ?? '')
    .replace(COMMENT, '')
    .trim()
    .split(/[\s,;|]+/)
  return names.length === width && names.every((name) => /[a-z]/i.test(name)) ? names : []
}

/** Reads rows from chunks of text. */
export class RowReader {
  readonly #table: Table
  readonly #records: RecordReader
  readonly #longest: number
  /** The last line of the text so far, which is incomplete. */
  #rest = ''
  #line = 0
  /** True after a CR, which may be the first half of a line end. */
  #isAfterCr = false
  /** True while the rest of a line that is too long is skipped. */
  #isSkipping = false
  /** True until the row with the sizes of a MatrixMarket file is skipped. */
  #isBeforeSizes: boolean

  constructor(table: Table, longest = MAX_LINE_LENGTH) {
    this.#table = table
    this.#longest = longest
    this.#records = new RecordReader(table.separator ?? '\n', isSkippedRow)
    this.#isBeforeSizes = table.isMatrix
  }

  /** Adds text. @returns the rows that are now complete */
  take(text: string): readonly TableRecord[] {
    const all = this.#isAfterCr ? `\r${text}` : text
    this.#isAfterCr = all.endsWith('\r')
    // Old Macintosh files have a CR alone at the end of a line.
    const lines = (this.#isAfterCr ? all.slice(0, -1) : all).split(/\r\n|\n|\r/)
    const last = lines.length - 1
    return lines.flatMap((line, index) => this.#piece(line, index < last))
  }

  end(): readonly TableRecord[] {
    const rows = this.#rest === '' ? [] : this.#piece('', true)
    return [...rows, ...this.#records.end()]
  }

  /** Adds a part of a line. @param isEnd true if the line ends after this part */
  #piece(part: string, isEnd: boolean): readonly TableRecord[] {
    if (this.#isSkipping) {
      this.#isSkipping = !isEnd
      return []
    }
    this.#rest += part
    const isTooLong = this.#rest.length > this.#longest
    if (!isEnd && !isTooLong) return []
    const line = this.#rest
    this.#rest = ''
    this.#isSkipping = !isEnd
    return isTooLong ? this.#tooLong(line) : this.#take(line)
  }

  #tooLong(text: string): readonly TableRecord[] {
    this.#line += 1
    const cells = [text.slice(0, MAX_EXCERPT_LENGTH)]
    return [
      ...this.#records.end(),
      { line: this.#line, cells, fault: `longer than ${this.#longest} characters` },
    ]
  }

  /**
   * The row of a line with numbers and without quotes; most graphs have such lines. This function is faster than
   * joining lines to records.
   */
  #numbers(line: string): readonly TableRecord[] | undefined {
    const { separator, isNumeric } = this.#table
    if (!isNumeric || separator === undefined || !/^\d[\d \t,;|]*$/.test(line) || !this.#records.isBetween)
      return undefined
    const cells = separator === ' ' ? line.trimEnd().split(/[ \t]+/) : line.split(separator)
    return [{ line: this.#line, cells }]
  }

  #take(line: string): readonly TableRecord[] {
    this.#line += 1
    if (this.#table.isNumeric && COMMENT.test(line)) return []
    const rows = this.#numbers(line) ?? this.#records.take(line, this.#line)
    if (!this.#isBeforeSizes || rows.length === 0) return rows
    this.#isBeforeSizes = false
    return rows.slice(1)
  }
}
