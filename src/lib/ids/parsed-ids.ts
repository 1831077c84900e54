/** Parses the lists of ids in requests. */
import { LARGEST_ID } from './largest-id.ts'

const COMMA = 0x2c
const ZERO = 0x30

/** Maximum number of digits of an accepted id. */
const MAX_DIGITS = 19

/** Number of digits in the lower part of an id: the maximum that fits into a small integer of V8. */
const LOW_DIGITS = 9

/**
 * A parsed list of ids, each stored as two numbers. Creating a `bigint` for each id costs more than a look-up that
 * finds all rows in memory. Therefore bigints are created only for ids that were not found.
 */
export class ParsedIds {
  /** An empty list. */
  static readonly NONE: ParsedIds = new ParsedIds('', [], [])

  /**
   * For each id, the number that its digits before the last nine form. `lows` has the number that the last nine digits
   * form. Different ids have different pairs of these numbers.
   */
  readonly highs: readonly number[]
  readonly lows: readonly number[]
  readonly #text: string
  #values: readonly string[] | undefined
  /** The last result of {@link first}. */
  #part: ParsedIds | undefined

  private constructor(text: string, highs: readonly number[], lows: readonly number[]) {
    this.#text = text
    this.highs = highs
    this.lows = lows
  }

  /** Parses numbers of 1 to 19 digits that are separated by commas; undefined for another text. */
  static parse(text: string): ParsedIds | undefined {
    const bytes = Buffer.from(text)
    const highs: number[] = []
    const lows: number[] = []
    for (let from = 0; from <= bytes.length; ) {
      const comma = bytes.indexOf(COMMA, from)
      const end = comma < 0 ? bytes.length : comma
      if (end === from || end - from > MAX_DIGITS) return undefined
      const middle = Math.max(from, end - LOW_DIGITS)
      const high = numberIn(bytes, from, middle)
      const low = numberIn(bytes, middle, end)
      if (high < 0 || low < 0) return undefined
      highs.push(high)
      lows.push(low)
      from = end + 1
    }
    return new ParsedIds(text, highs, lows)
  }

  /** A list of the given ids. */
  static of(ids: readonly bigint[]): ParsedIds {
    return (ids.length === 0 ? undefined : ParsedIds.parse(ids.join(','))) ?? ParsedIds.NONE
  }

  /**
   * The first ids of the list. Repeated calls with the same count return the same object.
   * @param count number of ids; if the list is shorter, the result has all ids
   */
  first(count: number): ParsedIds {
    if (count >= this.length) return this
    if (this.#part?.length === count) return this.#part
    const part = new ParsedIds('', this.highs.slice(0, count), this.lows.slice(0, count))
    part.#values = this.values.slice(0, count)
    this.#part = part
    return part
  }

  get length(): number {
    return this.lows.length
  }

  /** The digits of each id. */
  get values(): readonly string[] {
    this.#values ??= this.#text === '' ? [] : this.#text.split(',')
    return this.#values
  }

  /** The id at an index. For an id beyond 64 bits, the result is 0, which no row has. */
  id(index: number): bigint {
    const id = BigInt(this.values[index] ?? 0)
    return id > LARGEST_ID ? 0n : id
  }

  /** All ids, with 0 for ids beyond 64 bits as in {@link id}. */
  get ids(): readonly bigint[] {
    return this.values.map((_, index) => this.id(index))
  }
}

/** The number that the digits represent; 0 if there are no digits, and negative when a character is not a digit. */
function numberIn(bytes: Buffer, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}
