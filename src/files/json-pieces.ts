/**
 * Splits text into JSON values by counting brackets outside of strings. Values may be separated by line ends or commas,
 * may follow each other directly, or may be elements of a list or of lists inside it
 * (spec/file-recognition.md#recognition). The splitter does not check whether a value is valid.
 */

/** Maximum number of characters of a value. The rest of a longer value is skipped, and reading continues after it. */
export const MAX_VALUE_LENGTH = 16 * 1024 * 1024

export interface Piece {
  readonly text: string
  /** Number of the line in which the value begins, from 1. */
  readonly line: number
  /** Set when the text is not a whole value, because it is truncated, too long or invalid. */
  readonly isBroken?: true
  /** Set in addition to {@link isBroken} for a value that is too long; the text is then only the beginning. */
  readonly isTooLong?: true
}

/** Number of characters that are returned as the beginning of a value that is too long. */
const MAX_EXCERPT_LENGTH = 500

const [LF, QUOTE, BACKSLASH, COMMA] = [10, 0x22, 0x5c, 0x2c]
const [BRACKET, BRACKET_END, BRACE, BRACE_END, SEMICOLON] = [0x5b, 0x5d, 0x7b, 0x7d, 0x3b]
const RECORD_SEPARATOR = 0x1e

/** Matches a character that ends a string, begins an escape, or ends a line. */
const NOT_PLAIN = /["\\\n]/g

export class PieceReader {
  readonly #longest: number
  /** Text that is not split yet. */
  #rest = ''
  /**
   * Offset of the next character in the text. `#start` is the offset at which the current value begins; it is -1
   * between values.
   */
  #at = 0
  #start = -1
  #startLine = 1
  #line = 1
  #depth = 0
  #lists = 0
  #isInText = false
  #isEscaped = false
  /** True while the rest of a value that is too long is skipped. */
  #isSkipping = false

  constructor(longest = MAX_VALUE_LENGTH) {
    this.#longest = longest
  }

  /** True while the position is outside of values and lists. */
  get isBetween(): boolean {
    return this.#start < 0 && this.#lists === 0
  }

  /** Number of the current line, from 1. */
  get line(): number {
    return this.#line
  }

  /** Adds text. @returns the values that are now complete */
  take(text: string): Piece[] {
    this.#rest += text
    const pieces: Piece[] = []
    do this.#scan(pieces)
    while (this.#rest.length > this.#longest && this.#giveUp(pieces))
    return pieces
  }

  #scan(pieces: Piece[]): void {
    for (; this.#at < this.#rest.length; this.#at += 1) {
      const code = this.#rest.charCodeAt(this.#at)
      if (this.#start < 0) this.#outside(code)
      else this.#inside(code, pieces)
      if (code === LF) this.#line += 1
      else if (this.#isInText && !this.#isEscaped) this.#at = this.#plainUntil(this.#at + 1) - 1
    }
    this.#forget(this.#start < 0 ? this.#at : this.#start)
    if (this.#isSkipping) this.#skip()
  }

  /** Offset of the next character that may end a string; the code need not examine the characters before it. */
  #plainUntil(from: number): number {
    NOT_PLAIN.lastIndex = from
    return NOT_PLAIN.exec(this.#rest)?.index ?? this.#rest.length
  }

  /**
   * Ends a value that is too long. If other values begin in the lines of this value, the value was truncated, and
   * reading continues with the last of these lines. Otherwise the rest of the value is skipped.
   * @returns true if there is text left to scan
   */
  #giveUp(pieces: Piece[]): boolean {
    const next = this.#rest.lastIndexOf('\n{')
    if (next > 0) {
      this.#line -= this.#rest.slice(next).split('\n').length - 1
      this.#cut(next, true, pieces)
      this.#at = next
      this.#forget(next)
      return true
    }
    pieces.push(tooLong({ text: this.#rest, line: this.#startLine }))
    this.#isSkipping = true
    this.#skip()
    return false
  }

  #skip(): void {
    if (this.#start < 0) return
    this.#rest = ''
    this.#at = 0
    this.#start = 0
  }

  /** Ends the text. @returns the incomplete value, if there is any */
  end(): Piece[] {
    const pieces: Piece[] = []
    const isWhole = this.#depth === 0 && !this.#isInText
    const isOpen = this.#lists > 0
    if (this.#start >= 0) this.#cut(this.#rest.length, !isWhole, pieces)
    if (isOpen) pieces.push({ text: '', line: this.#line, isBroken: true })
    return pieces
  }

  #outside(code: number): void {
    if (code <= 0x20 || code === COMMA || code === SEMICOLON || code === RECORD_SEPARATOR || code === 0xfeff)
      return
    // The elements of lists are values, also those of lists inside lists.
    if (code === BRACKET) this.#lists += 1
    else if (code === BRACKET_END && this.#lists > 0) this.#lists -= 1
    else {
      this.#start = this.#at
      this.#startLine = this.#line
      this.#depth = code === BRACE ? 1 : 0
      this.#isInText = code === QUOTE
      this.#isEscaped = false
    }
  }

  #inside(code: number, pieces: Piece[]): void {
    if (this.#isInText) {
      // A JSON string has no line end. So the string was truncated, and a new value begins on the next line.
      if (code === LF) this.#cut(this.#at, true, pieces)
      else if (this.#isEscaped) this.#isEscaped = false
      else if (code === BACKSLASH) this.#isEscaped = true
      else if (code === QUOTE) this.#isInText = false
    } else if (code === QUOTE) this.#isInText = true
    else if (code === BRACE || code === BRACKET) this.#depth += 1
    else if (this.#depth > 0) {
      if (code !== BRACE_END && code !== BRACKET_END) return
      this.#depth -= 1
      if (this.#depth === 0) this.#cut(this.#at + 1, false, pieces)
    } else if (code === BRACKET_END && this.#lists > 0) {
      this.#cut(this.#at, false, pieces)
      this.#lists -= 1
    } else if (code === COMMA || code === LF) this.#cut(this.#at, false, pieces)
  }

  #cut(end: number, isBroken: boolean, pieces: Piece[]): void {
    const piece = { text: this.#rest.slice(this.#start, end), line: this.#startLine }
    if (piece.text.length > this.#longest && !piece.text.includes('\n')) pieces.push(tooLong(piece))
    else if (!this.#isSkipping) pieces.push(isBroken ? { ...piece, isBroken } : piece)
    this.#isSkipping = false
    this.#start = -1
    this.#depth = 0
    this.#isInText = false
  }

  /** Discards text that was split. */
  #forget(count: number): void {
    if (count === 0) return
    this.#rest = this.#rest.slice(count)
    this.#at -= count
    if (this.#start >= 0) this.#start -= count
  }
}

function tooLong({ text, line }: Piece): Piece {
  return { text: text.slice(0, MAX_EXCERPT_LENGTH), line, isBroken: true, isTooLong: true }
}

/**
 * Splits an invalid piece into its lines that are valid values, and the text between these lines. Without this step, a
 * truncated line would form one invalid value with all lines after it.
 */
export function salvage(piece: Piece, isValue: (text: string) => boolean): Piece[] {
  const lines = piece.text.split('\n')
  if (lines.length === 1) return [{ ...piece, isBroken: true }]
  const pieces: Piece[] = []
  let isBetween = false
  lines.forEach((line, index) => {
    const text = line.trim().replace(/,$/, '')
    if (text === '') return
    if (/^[{[]/.test(text) && isValue(text)) pieces.push({ text, line: piece.line + index })
    else if (!isBetween) pieces.push({ text, line: piece.line + index, isBroken: true })
    isBetween = pieces.at(-1)?.isBroken === true
  })
  return pieces
}
