/** JSON of a data set, read with every digit: plain, as MongoDB's shell prints it, and as Python does. */

/** A number that is no whole number with all its digits, as it was written. */
export class InexactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A JSON value in which whole numbers beyond 2^53 are `bigint`, and fractions and exponents are {@link InexactNumber}. */
export type ExactValue = unknown

/** Words of shells and of Python where JSON has a value; texts are matched first, so that nothing in them is. */
const WORDS =
  /("(?:[^"\\]|\\.)*")|\b(?:NumberLong|NumberInt|NumberDecimal|ObjectId|ISODate|Timestamp|UUID)\(\s*("(?:[^"\\]|\\.)*"|[^)"]*)\s*\)|(-?\b(?:NaN|Infinity)\b)/g

/** @throws {SyntaxError} for what is no JSON, {RangeError} for what is nested too deeply */
export function readExactJson(text: string): ExactValue {
  try {
    return readPlain(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return readPlain(text.replace(WORDS, plainWord))
  }
}

function plainWord(whole: string, quoted: string | undefined, inner: string | undefined): string {
  if (quoted !== undefined) return whole
  if (inner === undefined) return 'null'
  if (inner.startsWith('"')) return inner
  return JSON.stringify(inner.trim())
}

/** Digits that a number may have lose, or a fraction: then the slow reading is worth its time. */
const MAY_LOSE = /[0-9]{16}|[0-9][.eE]/

function readPlain(text: string): ExactValue {
  if (!MAY_LOSE.test(text)) return JSON.parse(text)
  return JSON.parse(text, exactly as (key: string, value: unknown) => unknown)
}

function exactly(_key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) === /^-?[0-9]+$/.test(source)) return value
  return /^-?[0-9]{1,40}$/.test(source) ? BigInt(source) : new InexactNumber(source)
}
