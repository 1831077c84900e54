/** Reads the ids of a text in any format (spec/id-lists.md#accepted-forms). Memory use is limited. */

import { type Piece, PieceReader, salvage } from '../files/json-pieces.ts'
import { idsInJson } from './json-ids.ts'
import { readExactJson } from './json-text.ts'
import { excerptOf, parseId } from './parse-id.ts'
import { LineReader } from './read-lines.ts'
import { emitId, type ReadTextOptions } from './sink.ts'

/** Maximum number of characters to buffer before the reader decides whether the text is JSON or lines. */
const MAX_START_LENGTH = 4096

/** Matches the assignment at the beginning of a file of an archive (spec/file-recognition.md#recognition). */
const ASSIGNMENT =
  /^[\s\ufeff]*(?:window\.[\w.]+|Grailbird\.data\.\w+|(?:var|let|const)\s+\w+)\s*=\s*(?=[[{])/
const MAY_BE_ASSIGNMENT = /^[\s\ufeff]*(?:window\.|Grailbird\.|var\s|let\s|const\s)/

/** Matches assignments in files that only describe other files of an archive. */
const DESCRIPTIONS = /__THAR_CONFIG|user_details|payload_details|tweet_index/

/** Reads a text from chunks. */
export class TextReader {
  readonly #options: ReadTextOptions
  /** The beginning of the text, until its format is recognised. */
  #start: string | undefined = ''
  /** True for a file of a personal archive; most of its elements are not about posts. */
  #isArchive = false
  /** True for a file that has no ids of its own; the reader skips its text. */
  #isSkipped = false
  #json: PieceReader | undefined
  #lines: LineReader | undefined

  constructor(options: ReadTextOptions) {
    this.#options = options
  }

  /** @throws {ColumnUnclear} */
  take(text: string): void {
    if (this.#start === undefined) {
      this.#forward(text)
      return
    }
    this.#start += text
    if (this.#start.trimStart() === '' && this.#start.length < MAX_START_LENGTH) return
    if (MAY_BE_ASSIGNMENT.test(this.#start) && this.#start.length < MAX_START_LENGTH) return
    this.#begin()
  }

  /** @throws {ColumnUnclear} */
  end(): void {
    if (this.#start !== undefined) this.#begin()
    for (const piece of this.#json?.end() ?? []) this.#piece(piece)
    this.#lines?.end()
  }

  #begin(): void {
    const start = this.#start ?? ''
    this.#start = undefined
    const [assignment = ''] = ASSIGNMENT.exec(start) ?? []
    this.#isArchive = assignment !== ''
    this.#isSkipped = DESCRIPTIONS.test(assignment)
    const content = start.slice(assignment.length)
    if (/^[\s\ufeff]*[[{]/.test(content)) this.#json = new PieceReader()
    else this.#lines = new LineReader(this.#options, (piece) => this.#piece(piece))
    // The line ends of the assignment are passed on, so that line numbers stay correct.
    this.#forward(assignment.replace(/[^\n]/g, '') + content)
  }

  #forward(text: string): void {
    if (this.#isSkipped) return
    for (const piece of this.#json?.take(text) ?? []) this.#piece(piece)
    this.#lines?.take(text)
  }

  #piece(piece: Piece): void {
    const fault = piece.isBroken ? 'it is incomplete' : this.#value(piece)
    if (fault === undefined) return
    const pieces = salvage(piece, isJson)
    for (const each of pieces) {
      const { sink } = this.#options
      const reason = each.isBroken
        ? `${each.text === '' ? 'the file ends too early' : excerptOf(each.text)}: ${fault}`
        : this.#value(each)
      if (reason !== undefined) sink.unreadable({ line: each.line, reason })
    }
  }

  /** Reads the ids of a value. @returns the reason if the value is not JSON */
  #value({ text, line }: Piece): string | undefined {
    const { subject, sink } = this.#options
    let value: unknown
    try {
      value = readExactJson(text)
    } catch (error) {
      if (error instanceof SyntaxError) return this.#bareId(text, line) ? undefined : 'not JSON'
      if (error instanceof RangeError) return 'nested too deeply'
      throw error
    }
    const { ids, faults } = idsInJson(value, subject, this.#isArchive)
    for (const { id, digits, wasDeleted } of ids) emitId(this.#options, { id, digits, wasDeleted, line })
    for (const reason of faults) sink.unreadable({ line, reason })
    return undefined
  }

  /** Reads an id that is not valid JSON, such as an id with leading zeros. @returns false for other text */
  #bareId(text: string, line: number): boolean {
    const read = parseId(text, this.#options.subject)
    if (read.fault !== undefined) return false
    emitId(this.#options, { ...read, wasDeleted: false, line })
    return true
  }
}

function isJson(text: string): boolean {
  try {
    readExactJson(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return false
    throw error
  }
}
