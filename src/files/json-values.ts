/**
 * Reads the list that a file of a personal archive assigns to a variable. In contrast to json-reader.ts, which reads
 * other JSON, this reader does not search an invalid element for valid parts, because without its id a private post
 * would look public.
 */
import { isUtf8 } from 'node:buffer'
import { chunksOf, type InnerFile, type Line, type LineOptions, MAX_LINE_BYTES } from './lines.ts'
import { FileUnreadable } from './unreadable.ts'

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32]
const [QUOTE, BACKSLASH, COMMA, SEMICOLON] = [0x22, 0x5c, 0x2c, 0x3b]
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The beginning of a file of an archive, as Latin-1 text. The text may begin with a byte order mark. */
const ASSIGNMENT =
  /^(?:\xef\xbb\xbf)?\s*(?:window\.YTD\.(\w{1,100})\.part(\d{1,6})\s*=\s*(?=\[)|(?:Grailbird\.data\.(tweets_\d{4}_\d\d)|var\s+(user_details|tweet_index|payload_details))\s*=\s*(?=[[{]))/
const MAX_ASSIGNMENT_LENGTH = 256

/** The variable to which a file of a personal archive assigns its list. */
export interface Assignment {
  /** Name such as `twitter_circle_tweet`; in archives from before 2019, `tweets_2014_07` or `user_details`. */
  readonly name: string
  /** Number of the part of the list, from 0; always 0 in archives from before 2019. */
  readonly part: number
}

/**
 * The assignment at the beginning of a file; undefined if there is none.
 * @throws {FileUnreadable} under the same conditions as {@link linesOf}
 */
export async function assignmentOf(file: InnerFile): Promise<Assignment | undefined> {
  let start: Buffer = Buffer.alloc(0)
  for await (const chunk of chunksOf(file, () => 'nothing was read')) {
    start = Buffer.concat([start, chunk])
    if (start.length >= MAX_ASSIGNMENT_LENGTH) break
  }
  const [, list, part = 0, month, name = list ?? month] =
    ASSIGNMENT.exec(start.toString('latin1', 0, MAX_ASSIGNMENT_LENGTH)) ?? []
  return name === undefined ? undefined : { name, part: Number(part) }
}

/**
 * The elements of the list in batches, numbered from 1. Memory use is limited. An element longer than `options.longest`
 * is cut at that length or later, and the caller must reject this element.
 * @throws {FileUnreadable} under the same conditions as {@link linesOf}, when the file does not begin with an
 *   assignment, or the list has no end
 */
export async function* assignedValuesOf(file: InnerFile, options: LineOptions = {}): AsyncGenerator<Line[]> {
  const scanner = new ValueScanner(options.longest ?? MAX_LINE_BYTES)
  const progress = () => `the first ${scanner.count} objects were read`
  yield* valuesIn(withoutAssignment(chunksOf(file, progress, options), file.name), scanner, file.name)
}

async function* withoutAssignment(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  try {
    for await (const chunk of chunks) {
      if (start === undefined) {
        yield chunk
        continue
      }
      start = Buffer.concat([start, chunk])
      if (start.length < MAX_ASSIGNMENT_LENGTH) continue
      yield afterAssignment(start, name)
      start = undefined
    }
  } catch (error) {
    // If a short file has a fault, the values before the fault are returned before the error is thrown.
    if (start !== undefined && start.length > 0 && error instanceof FileUnreadable && beginsWell(start))
      yield afterAssignment(start, name)
    throw error
  }
  if (start !== undefined) yield afterAssignment(start, name)
}

function beginsWell(start: Buffer): boolean {
  return ASSIGNMENT.test(start.toString('latin1', 0, MAX_ASSIGNMENT_LENGTH))
}

function afterAssignment(start: Buffer, name: string): Buffer {
  const [assignment] = ASSIGNMENT.exec(start.toString('latin1', 0, MAX_ASSIGNMENT_LENGTH)) ?? []
  if (assignment !== undefined) return start.subarray(assignment.length)
  throw new FileUnreadable(
    `${name} does not begin with window.YTD.….part0 =, as the files of an archive do; nothing of it was imported`,
  )
}

async function* valuesIn(
  chunks: AsyncIterable<Buffer>,
  scanner: ValueScanner,
  name: string,
): AsyncGenerator<Line[]> {
  for await (const chunk of chunks) {
    const values = scanner.scan(chunk)
    if (values.length > 0) yield values
  }
  const rest = scanner.end()
  if (rest.length > 0) yield rest
  if (!scanner.isInside) return
  throw new FileUnreadable(
    `${name} ends in the middle of a list or an object: the first ${scanner.count} objects were read and what was imported of them stays; get the whole file and run the import again`,
  )
}

/**
 * Splits bytes into values by counting brackets outside of strings. The splitter does not check whether a value is
 * valid.
 */
export class ValueScanner {
  readonly #longest: number
  #isInList = false
  #isInText = false
  #isEscaped = false
  #isInValue = false
  #depth = 0
  /** Pieces that earlier chunks contributed to the current value. */
  #pieces: Buffer[] = []
  #length = 0
  #count = 0

  /** @param longest maximum number of bytes of a value; a longer value is cut at this length or later */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** Number of values that were read so far. */
  get count(): number {
    return this.#count
  }

  /** True inside of a list or a value. */
  get isInside(): boolean {
    return this.#isInList || this.#depth > 0 || this.#isInText
  }

  /** Adds bytes. @returns the values that are now complete */
  scan(chunk: Buffer): Line[] {
    const values: Line[] = []
    let start = this.#isInValue ? 0 : -1
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isInText = false
        continue
      }
      if (start < 0 && !this.#begins(byte)) continue
      if (start < 0) start = at
      const end = this.#endAfter(byte, at)
      if (end < 0) continue
      values.push(this.#value(chunk.subarray(start, end)))
      start = -1
      this.#isInValue = false
      if (end === at && byte === BRACKET_END) this.#isInList = false
    }
    this.#isInValue = start >= 0
    if (start >= 0) this.#keep(chunk.subarray(start))
    return values
  }

  /** Ends the input. @returns the last value, which may be incomplete */
  end(): Line[] {
    return this.#isInValue ? [this.#value(Buffer.alloc(0))] : []
  }

  /** True if a value begins with the given byte. */
  #begins(byte: number): boolean {
    if (byte === SPACE || byte === LF || byte === CR || byte === TAB || byte === COMMA) return false
    // An assignment may end with a semicolon.
    if (byte === SEMICOLON && !this.#isInList) return false
    if (byte === BRACKET && !this.#isInList) {
      this.#isInList = true
      return false
    }
    if (byte === BRACKET_END && this.#isInList) {
      this.#isInList = false
      return false
    }
    return true
  }

  /** Offset after the value if the value ends at this byte; otherwise -1. */
  #endAfter(byte: number, at: number): number {
    if (byte === QUOTE) this.#isInText = true
    else if (byte === BRACE || byte === BRACKET) this.#depth += 1
    else if (this.#depth === 0) {
      if (byte === COMMA || byte === LF || (byte === BRACKET_END && this.#isInList)) return at
    } else if (byte === BRACE_END || byte === BRACKET_END) {
      this.#depth -= 1
      if (this.#depth === 0) return at + 1
    }
    return -1
  }

  #keep(bytes: Buffer): void {
    if (this.#length >= this.#longest) return
    this.#pieces.push(bytes)
    this.#length += bytes.length
  }

  #value(last: Buffer): Line {
    this.#keep(last)
    const bytes = this.#pieces.length === 1 ? (this.#pieces[0] ?? last) : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#length = 0
    this.#count += 1
    const line = { number: this.#count, text: bytes.toString('utf8') }
    return isUtf8(bytes) ? line : { ...line, isInvalidUtf8: true }
  }
}
