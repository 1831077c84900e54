/**
 * Splits a text into JSON values (spec/file-recognition.md#recognition). A text has one value on each line, the
 * elements of a list, values of several lines, or values without separators. A line with a whole value is parsed
 * directly, without examining each character.
 */
import { MAX_VALUE_LENGTH, type Piece, PieceReader, salvage } from './json-pieces.ts'

export interface JsonValue {
  readonly text: string
  /** Number of the line in which the value begins, from 1. */
  readonly line: number
  /** The parsed value; undefined if the value is not parsed yet. */
  readonly value?: unknown
  /** Reason why the text is not a JSON value. */
  readonly fault?: string
  /** Set for the end of a text that has a list without a closing bracket. */
  readonly isEndMissing?: true
}

/** If an incomplete line has more characters than this, its values are read before the line ends. */
const MAX_WAITING_LENGTH = 1024 * 1024

/** The character before each value in a JSON text sequence (RFC 7464). */
export const RECORD_SEPARATOR = '\x1e'

export class JsonReader {
  readonly #longest: number
  readonly #longestLine: number
  /** The last line of the text so far, which is incomplete; used while values are read line by line. */
  #rest = ''
  /** Number of the last complete line. */
  #line = 0
  /**
   * A line that is not a value and is not returned yet. The line may be the beginning of a longer value. If the next
   * line is a whole value, the pending line does not begin a longer value.
   */
  #pending: JsonValue | undefined
  /** Reads values that do not begin and end in the same line; undefined while values are read line by line. */
  #pieces: PieceReader | undefined
  /** Number of lines before the text of the piece reader. */
  #piecesFrom = 0

  constructor(longest = MAX_VALUE_LENGTH) {
    this.#longest = longest
    this.#longestLine = Math.min(longest, MAX_WAITING_LENGTH)
  }

  /** Adds text. @returns the values that are now complete */
  take(text: string): JsonValue[] {
    const values: JsonValue[] = []
    this.#take(text, values)
    return values
  }

  /** Ends the text. @returns the last values */
  end(): JsonValue[] {
    const values: JsonValue[] = []
    if (this.#pieces === undefined && this.#rest !== '') {
      this.#line += 1
      if (!this.#takeLine(this.#rest, values)) this.#take(this.#rest, values)
    }
    if (this.#pieces !== undefined) {
      for (const piece of this.#pieces.end()) this.#emit(piece, values)
    } else if (this.#pending !== undefined) this.#emitAlone(this.#pending, values)
    this.#pending = undefined
    return values
  }

  #take(text: string, values: JsonValue[]): void {
    for (let from = 0; from < text.length; ) {
      from =
        this.#pieces === undefined
          ? this.#takeLines(text, from, values)
          : this.#takePieces(text, from, values)
    }
  }

  /**
   * Reads line by line.
   * @returns the offset after the last line that was read; this is before the end of the text if a longer value begins
   *   there
   */
  #takeLines(text: string, from: number, values: JsonValue[]): number {
    for (let at = from; ; ) {
      const end = text.indexOf('\n', at)
      if (end < 0) return this.#wait(text.slice(at), text.length, values)
      this.#line += 1
      const line = this.#rest + text.slice(at, end)
      this.#rest = ''
      at = end + 1
      if (this.#takeLine(line, values)) continue
      this.#take(`${line}\n`, values)
      return at
    }
  }

  /** Buffers an incomplete line. If the line is long, its values are read before the line ends. */
  #wait(part: string, offset: number, values: JsonValue[]): number {
    this.#rest += part
    if (this.#rest.length > this.#longestLine) {
      const line = this.#rest
      this.#rest = ''
      this.#line += 1
      this.#beginPieces(values)
      this.#take(line, values)
    }
    return offset
  }

  /** Reads a line. @returns false when a value that may end in a later line begins in this line */
  #takeLine(line: string, values: JsonValue[]): boolean {
    const text = trimmed(line)
    if (text === '') return true
    const isLong = line.length > this.#longestLine
    const value = isLong || text.startsWith('[') ? undefined : parsed(text)
    if (value !== undefined) {
      if (this.#pending !== undefined) this.#emitAlone(this.#pending, values)
      this.#pending = undefined
      values.push({ text, line: this.#line, value })
      return true
    }
    if (this.#pending === undefined && text.startsWith('{') && !isLong) {
      this.#pending = { text: line, line: this.#line }
      return true
    }
    if (this.#pending === undefined && !text.startsWith('[')) {
      values.push({ text, line: this.#line, fault: 'not JSON' })
      return true
    }
    this.#beginPieces(values)
    return false
  }

  /** Starts to read values that may span lines, from the line that is not returned yet, or from the current line. */
  #beginPieces(values: JsonValue[]): void {
    const pending = this.#pending
    this.#pending = undefined
    this.#piecesFrom = (pending?.line ?? this.#line) - 1
    this.#pieces = new PieceReader(this.#longest)
    if (pending === undefined) return
    // Only blank lines were between that line and the current line.
    const before = `${pending.text}${'\n'.repeat(this.#line - pending.line)}`
    for (const piece of this.#pieces.take(before)) this.#emit(piece, values)
  }

  /** Reads until a line ends outside of a value. @returns the offset after that line */
  #takePieces(text: string, from: number, values: JsonValue[]): number {
    const pieces = this.#pieces ?? new PieceReader(this.#longest)
    for (let at = from; at < text.length; ) {
      const end = text.indexOf('\n', at)
      const next = end < 0 ? text.length : end + 1
      for (const piece of pieces.take(text.slice(at, next))) this.#emit(piece, values)
      at = next
      if (end < 0 || !pieces.isBetween) continue
      this.#line = this.#piecesFrom + pieces.line - 1
      this.#pieces = undefined
      return at
    }
    return text.length
  }

  #emit(piece: Piece, values: JsonValue[]): void {
    values.push(...valuesIn({ ...piece, line: this.#piecesFrom + piece.line }))
  }

  /** Returns a line that does not begin a longer value. Such a line has several values or is invalid. */
  #emitAlone({ text, line }: JsonValue, values: JsonValue[]): void {
    const pieces = new PieceReader(this.#longest)
    for (const piece of [...pieces.take(text), ...pieces.end()]) values.push(...valuesIn({ ...piece, line }))
  }
}

/** The line without blanks and separators around its value. */
function trimmed(line: string): string {
  const text = line.startsWith(RECORD_SEPARATOR) ? line.slice(1).trim() : line.trim()
  return text.endsWith(',') ? text.slice(0, -1) : text
}

/**
 * The value of a piece. For an invalid piece, the result is the valid values among its lines and the text between these
 * values.
 */
function valuesIn(piece: Piece): JsonValue[] {
  const { text, line, isBroken = false, isTooLong = false } = piece
  if (isBroken && text === '') return [{ text, line, fault: 'the list does not end', isEndMissing: true }]
  if (isTooLong) return [{ text, line, fault: tooLong(text) }]
  if (!isBroken) {
    const value = parsed(text)
    if (value !== undefined) return [{ text, line, value }]
    // A text that is not JSON has no fault yet, because a later step also reads the syntax of the MongoDB shell.
    if (!text.includes('\n')) return [{ text, line }]
  }
  const parts = salvage(piece, (part) => parsed(part) !== undefined)
  if (!isBroken && parts.every((part) => part.isBroken === true)) return [{ text, line }]
  return parts.map(({ text: inner, line: at, isBroken: isFaulty }) => {
    if (isFaulty !== true) return { text: inner, line: at, value: parsed(inner) }
    return { text: inner, line: at, fault: 'incomplete or not JSON' }
  })
}

const LIST_MEMBER = /^\s*\{\s*"(\w{1,60})"\s*:\s*\[\s*\{/
const OBJECT_MEMBER = /^\s*\{\s*"\d{1,19}"\s*:\s*\{/

/** Message about a value that is too long, with a remedy for one that contains many objects. */
function tooLong(beginning: string): string {
  const [, name] = LIST_MEMBER.exec(beginning) ?? []
  const filter = name === undefined ? undefined : `.${name}[]`
  const used = filter ?? (OBJECT_MEMBER.test(beginning) ? '.[]' : undefined)
  const remedy = used === undefined ? '' : `; write one object a line: jq -c '${used}' FILE`
  return `longer than ${MAX_VALUE_LENGTH} characters${remedy}`
}

/** The parsed text; undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports the text, or reads the text together with the next line.
    return undefined
  }
}
