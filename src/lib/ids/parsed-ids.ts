/** Ids as a client wrote them. */
import { LARGEST_ID } from './largest-id.ts'

const COMMA = 0x2c
const ZERO = 0x30

/** Digits of the longest id that is read. */
const MAX_DIGITS = 19

/** Digits that go into the lower part of an id: as many as V8 keeps in an integer without a box. */
const LOW_DIGITS = 9

/**
 * A list of ids, each read into two numbers. A `bigint` for each costs more than all the rest of a look-up that finds
 * everything in memory, so one is made only for what is not found.
 */
export class ParsedIds {
  /** Nothing. */
  static readonly NONE: ParsedIds = new ParsedIds('', [], [])

  /** Of each id what stands before its last nine digits, and those: no two ids have both alike. */
  readonly highs: readonly number[]
  readonly lows: readonly number[]
  readonly #text: string
  #values: readonly string[] | undefined

  private constructor(text: string, highs: readonly number[], lows: readonly number[]) {
    this.#text = text
    this.highs = highs
    this.lows = lows
  }

  /** One or more numbers of 1 to 19 digits with a comma between any two; undefined for any other text. */
  static read(text: string): ParsedIds | undefined {
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

  /** Those very ids. */
  static of(ids: readonly bigint[]): ParsedIds {
    return (ids.length === 0 ? undefined : ParsedIds.read(ids.join(','))) ?? ParsedIds.NONE
  }

  get length(): number {
    return this.lows.length
  }

  /** The digits of each. */
  get values(): readonly string[] {
    this.#values ??= this.#text === '' ? [] : this.#text.split(',')
    return this.#values
  }

  /** One of them; 0, which nothing has, for one beyond 64 bits, which no database has. */
  id(index: number): bigint {
    const id = BigInt(this.values[index] ?? 0)
    return id > LARGEST_ID ? 0n : id
  }

  /** All of them, as {@link id}. */
  get ids(): readonly bigint[] {
    return this.values.map((_, index) => this.id(index))
  }
}

/** The number of the digits there, 0 for none; less than 0 when something there is no digit. */
function numberIn(bytes: Buffer, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}
