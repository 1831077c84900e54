/**
 * Cuts text into JSON values by counting brackets outside of texts, whatever stands between them: line ends, commas,
 * nothing, a list around them (spec/file-recognition.md#recognition). What is inside a value is for its reader to
 * judge.
 */

/** Characters of a value; of a longer one the rest is skipped, and reading goes on behind it. */
export const MAX_VALUE_LENGTH = 16 * 1024 * 1024

export interface Piece {
  readonly text: string
  /** The line in which it begins, from 1. */
  readonly line: number
  /** When it cannot be a whole value: it was cut, or was too long. */
  readonly isBroken?: true
}

const [LF, QUOTE, BACKSLASH, COMMA] = [10, 0x22, 0x5c, 0x2c]
const [BRACKET, BRACKET_END, BRACE, BRACE_END, SEMICOLON] = [0x5b, 0x5d, 0x7b, 0x7d, 0x3b]
const RECORD_SEPARATOR = 0x1e

export class PieceReader {
  readonly #longest: number
  /** What was not cut yet. */
  #rest = ''
  /** Where reading goes on in it, and where the value that is being read begins; -1 outside of any. */
  #at = 0
  #start = -1
  #startLine = 1
  #line = 1
  #depth = 0
  #lists = 0
  #isInText = false
  #isEscaped = false

  constructor(longest = MAX_VALUE_LENGTH) {
    this.#longest = longest
  }

  /** The values that end in the next characters. */
  take(text: string): Piece[] {
    this.#rest += text
    const pieces: Piece[] = []
    for (; this.#at < this.#rest.length; this.#at += 1) {
      const code = this.#rest.charCodeAt(this.#at)
      if (this.#start < 0) this.#outside(code)
      else this.#inside(code, pieces)
      if (code === LF) this.#line += 1
    }
    if (this.#start < 0) this.#forget(this.#at)
    else this.#forget(this.#start)
    if (this.#rest.length > this.#longest) pieces.push(this.#cut(this.#rest.length, true))
    return pieces
  }

  /** What was begun and not ended. */
  end(): Piece[] {
    if (this.#start >= 0) {
      const isWhole = this.#depth === 0 && !this.#isInText
      const piece = this.#cut(this.#rest.length, !isWhole)
      if (this.#lists === 0 || !isWhole) return [piece]
      return [piece, { text: '', line: this.#line, isBroken: true }]
    }
    return this.#lists > 0 ? [{ text: '', line: this.#line, isBroken: true }] : []
  }

  #outside(code: number): void {
    if (code <= 0x20 || code === COMMA || code === SEMICOLON || code === RECORD_SEPARATOR || code === 0xfeff)
      return
    // Lists around values are only passed through; a list in a list is a value.
    if (code === BRACKET && this.#lists === 0) this.#lists = 1
    else if (code === BRACKET_END && this.#lists > 0) this.#lists = 0
    else {
      this.#start = this.#at
      this.#startLine = this.#line
      this.#depth = code === BRACE || code === BRACKET ? 1 : 0
      this.#isInText = code === QUOTE
      this.#isEscaped = false
    }
  }

  #inside(code: number, pieces: Piece[]): void {
    if (this.#isInText) {
      // No text of JSON goes over a line end: this one was cut off, and the next line is good again.
      if (code === LF) pieces.push(this.#cut(this.#at, true))
      else if (this.#isEscaped) this.#isEscaped = false
      else if (code === BACKSLASH) this.#isEscaped = true
      else if (code === QUOTE) this.#isInText = false
    } else if (code === QUOTE) this.#isInText = true
    else if (code === BRACE || code === BRACKET) this.#depth += 1
    else if (this.#depth > 0) {
      if (code !== BRACE_END && code !== BRACKET_END) return
      this.#depth -= 1
      if (this.#depth === 0) pieces.push(this.#cut(this.#at + 1, false))
    } else if (code === BRACKET_END && this.#lists > 0) {
      pieces.push(this.#cut(this.#at, false))
      this.#lists = 0
    } else if (code === COMMA || code === LF) pieces.push(this.#cut(this.#at, false))
  }

  #cut(end: number, isBroken: boolean): Piece {
    const piece = { text: this.#rest.slice(this.#start, end), line: this.#startLine }
    this.#start = -1
    this.#depth = 0
    this.#isInText = false
    return isBroken ? { ...piece, isBroken } : piece
  }

  /** Lets go of what was cut. */
  #forget(count: number): void {
    if (count === 0) return
    this.#rest = this.#rest.slice(count)
    this.#at -= count
    if (this.#start >= 0) this.#start -= count
  }
}

/**
 * The values of a piece that is none as a whole: its lines that are values by themselves, and what lies between those.
 * One line that was cut makes one value of all that follow it.
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
