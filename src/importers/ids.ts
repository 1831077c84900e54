/** Parses ids in imported files. */
import { LARGEST_ID } from '../lib/ids/largest-id.ts'

/** Parses an id; undefined for 0 and for numbers of more than 63 bits. @param digits a text of digits only */
export function idOf(digits: string): bigint | undefined {
  if (digits.length > 19) return undefined
  const id = BigInt(digits)
  return id === 0n || id > LARGEST_ID ? undefined : id
}
