/** Splits a large JSON object into the texts of its members, without parsing them. */

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32]
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d]
/** The bytes of a byte order mark in UTF-8. */
const MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf])

/** Maximum number of bytes of a member name; a longer name counts as invalid. */
const MAX_NAME_BYTES = 256

/** A piece of the text of a member. */
export interface MemberPiece {
  /** Number of the member, from 0. */
  readonly index: number
  readonly name: string
  readonly bytes: Buffer
}

/**
 * The members of the first JSON value, in pieces; none if the value is not an object. The iteration ends at the first
 * invalid byte.
 * @returns true if the end of the object was reached
 */
export async function* memberPieces(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<MemberPiece, boolean, undefined> {
  const splitter = new Splitter()
  for await (const chunk of chunks) {
    yield* splitter.take(chunk)
    if (splitter.isEnded || splitter.isInvalid) return splitter.isEnded
  }
  return false
}

/** The part of the object that must come next. */
type Expected = 'object' | 'name' | 'colon' | 'value'

class Splitter {
  isEnded = false
  isInvalid = false
  #expected: Expected = 'object'
  /** Number of open brackets in the value of a member. */
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** Bytes of the current name so far. */
  #name: number[] = []
  #index = -1

  #piece(bytes: Buffer): MemberPiece {
    return { index: this.#index, name: Buffer.from(this.#name).toString(), bytes }
  }

  *take(chunk: Buffer): Generator<MemberPiece> {
    let from = 0
    for (let at = 0; at < chunk.length && !this.isEnded && !this.isInvalid; at++) {
      const byte = chunk[at] ?? 0
      if (this.#expected !== 'value') {
        this.#outside(byte)
        from = at + 1
      } else if (this.#endsValue(byte)) {
        if (at > from) yield this.#piece(chunk.subarray(from, at))
        this.#expected = 'name'
        this.isEnded = byte === BRACE_END
        from = at + 1
      }
    }
    if (this.#expected === 'value' && !this.isEnded && from < chunk.length)
      yield this.#piece(chunk.subarray(from))
  }

  /** Handles a byte that is before a value: between members, or in the name of a member. */
  #outside(byte: number): void {
    if (this.#isInString) {
      if (byte === QUOTE) this.#isInString = false
      else if (this.#name.push(byte) > MAX_NAME_BYTES) this.isInvalid = true
      if (!this.#isInString) this.#expected = 'colon'
      return
    }
    if (isBlank(byte) || (this.#expected === 'object' && MARK.has(byte))) return
    if (this.#expected === 'object' && byte === BRACE) this.#expected = 'name'
    else if (this.#expected === 'name' && byte === QUOTE) {
      this.#isInString = true
      this.#name = []
      this.#index += 1
    } else if (this.#expected === 'name' && byte === BRACE_END) this.isEnded = true
    else if (this.#expected === 'colon' && byte === COLON) this.#expected = 'value'
    else this.isInvalid = true
  }

  /** True for a byte that comes after the end of a value. */
  #endsValue(byte: number): boolean {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#isInString = false
      return false
    }
    if (byte === QUOTE) this.#isInString = true
    else if (byte === BRACE || byte === BRACKET) this.#depth += 1
    else if (this.#depth > 0 && (byte === BRACE_END || byte === BRACKET_END)) this.#depth -= 1
    else return this.#depth === 0 && (byte === COMMA || byte === BRACE_END)
    return false
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB
}
