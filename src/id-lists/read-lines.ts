/**
 * Reads lines of text: one id on each line, rows of tables, or JSON values in lines (spec/id-lists.md#accepted-forms).
 */
import type { Piece } from '../files/json-pieces.ts'
import { isSkippedLine, RecordReader, type TableRecord } from '../files/records.ts'
import { looksRounded } from '../lib/ids/rounding.ts'
import { type Layout, layoutOf, type NumberedLine } from './layout.ts'
import { type ParsedId, parseId, parseLink } from './parse-id.ts'
import { emitId, type ReadTextOptions } from './sink.ts'

/** Maximum number of characters of a line. A longer line is reported as unreadable, and reading continues after it. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024
/**
 * Number of lines that are read to recognise the layout. `MAX_PROBE_LENGTH` is the maximum number of characters of
 * these lines.
 */
const PROBE_LINES = 100
const MAX_PROBE_LENGTH = 1024 * 1024

/** Reads lines from chunks of text. */
export class LineReader {
  readonly #options: ReadTextOptions
  readonly #onPiece: (piece: Piece) => void
  #rest = ''
  #number = 0
  /** True while the rest of a line that is too long is skipped. */
  #isSkipping = false
  #probe: NumberedLine[] | undefined = []
  #probeLength = 0
  #layout: Layout | undefined
  #records: RecordReader | undefined

  constructor(options: ReadTextOptions, onPiece: (piece: Piece) => void) {
    this.#options = options
    this.#onPiece = onPiece
  }

  take(text: string): void {
    // Old Macintosh files have a CR alone at the end of a line. A CR at the end of a chunk waits for the next chunk,
    // because it may be the first half of a CRLF.
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#line(line)
    if (this.#rest.length <= MAX_LINE_LENGTH) return
    if (!this.#isSkipping) {
      this.#options.sink.unreadable({
        line: this.#number + 1,
        reason: `longer than ${MAX_LINE_LENGTH} characters`,
      })
    }
    this.#isSkipping = true
    this.#rest = ''
  }

  end(): void {
    if (this.#rest !== '') this.#line(this.#rest.replace(/\r$/, ''))
    if (this.#probe !== undefined) this.#recognise(this.#probe)
    for (const record of this.#records?.end() ?? []) this.#record(record)
  }

  #line(text: string): void {
    this.#number += 1
    if (this.#isSkipping) {
      this.#isSkipping = false
      return
    }
    const line: NumberedLine = [text, this.#number]
    if (this.#probe === undefined) this.#read(line)
    else if (!isSkippedLine(text)) this.#keepForLayout(this.#probe, line)
  }

  #keepForLayout(probe: NumberedLine[], line: NumberedLine): void {
    probe.push(line)
    this.#probeLength += line[0].length
    if (probe.length >= PROBE_LINES || this.#probeLength > MAX_PROBE_LENGTH) this.#recognise(probe)
  }

  #recognise(probe: readonly NumberedLine[]): void {
    const { subject, column, sink } = this.#options
    this.#probe = undefined
    if (probe.length === 0) return
    this.#layout = layoutOf(probe, subject, column)
    if (this.#layout.name !== undefined) sink.column(this.#layout.name)
    if (this.#layout.separator !== undefined) this.#records = new RecordReader(this.#layout.separator)
    for (const line of probe) this.#read(line)
  }

  #read([text, number]: NumberedLine): void {
    if (number === this.#layout?.headerLine && this.#records === undefined) return
    if (this.#records === undefined) this.#single(text, number)
    for (const record of this.#records?.take(text, number) ?? []) this.#record(record)
  }

  /** Reads a line that contains an id or JSON. */
  #single(text: string, line: number): void {
    if (isSkippedLine(text)) return
    if (/^\s*[[{]/.test(text)) this.#onPiece({ text: text.trim().replace(/,$/, ''), line })
    else this.#take(parseId(text, this.#options.subject), line)
  }

  #record({ cells, line }: TableRecord): void {
    const layout = this.#layout
    if (layout === undefined || line === layout.headerLine) return
    if (cells.every((each) => each.trim() === '')) return
    const cell = cells[layout.column]
    // If a row lacks a cell or has an additional cell, its id may be in another column.
    const isShifted =
      layout.column > 0 && cells.length !== layout.width && cells.slice(layout.width).join('').trim() !== ''
    if (cell === undefined || isShifted) {
      const reason = `the row has ${cells.length} cells, the table ${layout.width}`
      this.#options.sink.unreadable({ line, reason })
      return
    }
    const read = parseId(cell, this.#options.subject)
    const isLost = read.fault !== undefined || looksRounded(read.digits)
    this.#take((isLost ? this.#linked(cells, layout) : undefined) ?? read, line)
  }

  #linked(cells: readonly string[], { links }: Layout): ParsedId | undefined {
    for (const index of links) {
      const read = parseLink((cells[index] ?? '').trim(), this.#options.subject)
      if (read?.fault === undefined && read !== undefined) return read
    }
    return undefined
  }

  #take(read: ParsedId, line: number): void {
    if (read.fault !== undefined) this.#options.sink.unreadable({ line, reason: read.fault })
    else emitId(this.#options, { ...read, wasDeleted: false, line })
  }
}
