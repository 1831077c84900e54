/** Parses JSON bodies. The parser keeps every digit of large numbers, and limits the size and the depth. */
import type { JsonObject, JsonValue } from '../lib/json.ts'
import { BadBody } from './endpoint.ts'

/**
 * Maximum bytes of a JSON body. The longest direct message with all its options has about 40,000 code points, and a
 * client may write each code point as twelve characters (`\ud83d\ude00`).
 */
export const MAX_JSON_BYTES = 512 * 1024

/**
 * Maximum nesting of a body. No endpoint needs more than half of this depth. The limit also limits the recursion of
 * code that visits the value.
 */
export const MAX_JSON_DEPTH = 32

/** Maximum digits of an exact integer. Longer integers are not ids, and parsing them exactly is slow. */
const MAX_DIGITS = 20

/**
 * Matches integers that may be larger than 2^53, which has 16 digits. A body without a match is parsed by JSON.parse,
 * which is much faster.
 */
const MAYBE_LARGE = /(?:^|[\s:,[])-?\d{16}/

/** True for `application/json` in upper or lower case, with any parameters. */
export function isJson(contentType: string | undefined): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

/**
 * Parses a JSON text. If a key is repeated, its last value counts.
 * @throws {BadBody} for invalid JSON, and for nesting deeper than {@link MAX_JSON_DEPTH}
 */
export function parseJson(text: string): JsonValue {
  if (isDeeperThan(text, MAX_JSON_DEPTH)) throw new BadBody('the body is nested too deeply')
  try {
    if (!MAYBE_LARGE.test(text)) return JSON.parse(text) as JsonValue
    return JSON.parse(text, exactly as (key: string, value: unknown) => unknown) as JsonValue
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new BadBody('the body is not JSON', { cause: error })
  }
}

/** True for an object that is not an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function exactly(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value
  return /^-?\d+$/.test(source) && source.length <= MAX_DIGITS ? BigInt(source) : value
}

function isDeeperThan(text: string, deepest: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (inString) {
      if (character === BACKSLASH) at += 1
      else if (character === QUOTE) inString = false
    } else if (character === QUOTE) inString = true
    else if (character === BRACKET || character === BRACE) {
      depth += 1
      if (depth > deepest) return true
    } else if (character === BRACKET_END || character === BRACE_END) depth -= 1
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET = 0x5b
const BRACKET_END = 0x5d
const BRACE = 0x7b
const BRACE_END = 0x7d
