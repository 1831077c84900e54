/** Ids inside other parameters: in lists, and where a screen name may stand too. */
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'

/** Digits that are an id whatever they are. */
const ALWAYS_AN_ID = 18

/** The id that a text is, or undefined for a text that is none. */
export function idIn(text: string): bigint | undefined {
  // 19 digits hold every 64-bit number, and keep BigInt from chewing on a megabyte of them.
  if (!/^[0-9]{1,19}$/.test(text)) return undefined
  const id = BigInt(text)
  return text.length <= ALWAYS_AN_ID || id <= LARGEST_ID ? id : undefined
}
