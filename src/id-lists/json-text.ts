/**
 * Parses JSON of data sets without losing digits. The dialects of the MongoDB shell and of Python are also accepted.
 */

/** A number with a fraction or an exponent, together with its text. */
export class InexactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * A JSON value. In it, whole numbers beyond 2^53 are `bigint`, and numbers with a fraction or an exponent are {@link
 * InexactNumber}.
 */
export type ExactValue = unknown

/**
 * Values of the MongoDB shell and of Python. The pattern matches strings first, so that words inside strings are not
 * replaced.
 */
const WORDS =
  /("(?:[^"\\]|\\.)*")|\b(?:NumberLong|NumberInt|NumberDecimal|ObjectId|ISODate|Timestamp|UUID)\(\s*("(?:[^"\\]|\\.)*"|[^)"]*)\s*\)|(-?\b(?:NaN|Infinity)\b)/g

/** @throws {SyntaxError} for invalid JSON, {RangeError} for nesting that is too deep */
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

/** Matches texts with long numbers or fractions; these texts need the slow parsing with a reviver. */
const MAY_LOSE = /[0-9]{16}|[0-9][.eE]/

function readPlain(text: string): ExactValue {
  if (!MAY_LOSE.test(text)) return JSON.parse(text)
  return JSON.parse(text, exactly as (key: string, value: unknown) => unknown)
}

function exactly(_key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) === /^-?[0-9]+$/.test(source)) return value
  return /^-?[0-9]{1,40}$/.test(source) ? BigInt(source) : new InexactNumber(source)
}
