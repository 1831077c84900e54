/** Ids in files. */
import { LARGEST_ID } from '../lib/ids/largest-id.ts'

/** An id that a database holds; undefined for 0 and beyond 64 bits. @param digits nothing but digits */
export function idOf(digits: string): bigint | undefined {
  if (digits.length > 19) return undefined
  const id = BigInt(digits)
  return id === 0n || id > LARGEST_ID ? undefined : id
}
