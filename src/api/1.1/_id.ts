/** Parses ids inside other parameters: lists of ids, and parameters that take an id or a screen name. */
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'

/** Any number with at most this many digits fits into 64 bits. */
const SAFE_DIGITS = 18

/** Parses 1 to 19 digits, up to 2^63 - 1; undefined for any other text. */
export function idIn(text: string): bigint | undefined {
  // Every id fits into 19 digits; the limit protects BigInt from very long texts.
  if (!/^[0-9]{1,19}$/.test(text)) return undefined
  const id = BigInt(text)
  return text.length <= SAFE_DIGITS || id <= LARGEST_ID ? id : undefined
}
