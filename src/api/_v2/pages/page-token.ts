/**
 * Page tokens. A token contains a cursor (domain/graph/id-page.ts) and a checksum of the call to which it belongs.
 * A token has only letters and digits, and does not look like an id (spec/v2.md#paging). It begins with `N` or `P`
 * for the direction, followed by the position in base 36 and six characters of the checksum.
 */
import { hash } from 'node:crypto'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'

const TOKEN = /^([NP])([0-9A-Z]{1,13})([0-9A-Z]{6})$/
const CHECKSUM_LENGTH = 6
const BASE = 36

/** Number of hex digits of the hash from which the checksum is made: 12 digits are 48 bits. */
const HEX_DIGITS = 12

/** Tokens of one call. */
export interface PageTokens {
  /** Encodes a cursor as a token. The cursor must not be 0. */
  of(cursor: bigint): string
  /** Decodes the cursor in a token; undefined for a text that is not a token of this call. */
  read(token: string): bigint | undefined
}

/**
 * Tokens that only one call accepts.
 * @param call the texts that identify the call: its path, its subject, and the parameters that select and
 * order the results
 */
export function pageTokens(...call: readonly string[]): PageTokens {
  const checksum = checksumOf(call)
  return {
    of(cursor) {
      const direction = cursor < 0n ? 'P' : 'N'
      const position = cursor < 0n ? -cursor : cursor
      return direction + position.toString(BASE).toUpperCase() + checksum
    },
    read(token) {
      const [, direction, digits = '', sum] = TOKEN.exec(token) ?? []
      if (direction === undefined || sum !== checksum) return undefined
      let position = 0n
      for (const digit of digits) position = position * 36n + BigInt(Number.parseInt(digit, BASE))
      if (position === 0n || position > LARGEST_ID) return undefined
      return direction === 'P' ? -position : position
    },
  }
}

/** A cache of checksums, because clients repeat their calls. */
const CHECKSUMS = new Map<string, string>()
const MAX_CHECKSUMS = 1_000
const MAX_CALL_LENGTH = 300

function checksumOf(call: readonly string[]): string {
  const text = JSON.stringify(call)
  const known = CHECKSUMS.get(text)
  if (known !== undefined) return known
  const checksum = computeChecksum(text)
  if (text.length <= MAX_CALL_LENGTH) {
    if (CHECKSUMS.size >= MAX_CHECKSUMS) CHECKSUMS.clear()
    CHECKSUMS.set(text, checksum)
  }
  return checksum
}

/**
 * The checksum detects mistakes of clients. It needs no secret, because a token contains no private data and gives no
 * access.
 */
function computeChecksum(call: string): string {
  const digits = hash('sha256', call).slice(0, HEX_DIGITS)
  return Number.parseInt(digits, 16).toString(BASE).toUpperCase().padStart(10, '0').slice(-CHECKSUM_LENGTH)
}
