/**
 * Makes ids for users whose ids a data set has replaced by hashes, as in the information operations that Twitter
 * published (docs/decisions/0185-hashed-user-ids.md).
 */
import { hash } from 'node:crypto'

/** Matches SHA-256 in hexadecimal digits or in Base64, and longer texts of the same characters. */
const HASH = /^(?!\d+$)[\w+/-]{40,128}={0,2}$/

/** True for a hash in place of an id or a name. */
export function isHash(text: string): boolean {
  return HASH.test(text.trim())
}

/** The first id. Ids of accounts were below 2^33 until 2015, and later ids contain a time after 2015. */
const FIRST_ID = 1n << 57n
/** Number of bits that are taken from the digest. */
const BITS = 57

/** The id of a user with a hash: digits that depend only on the hash. Other texts stay unchanged. */
export function userIdOf(text: string | undefined): string | undefined {
  if (text === undefined || !isHash(text)) return text
  const digest = BigInt(`0x${hash('sha256', `user ${text.trim()}`).slice(0, 16)}`)
  return String(FIRST_ID + BigInt.asUintN(BITS, digest))
}
