/**
 * Tokens that name pages: a cursor (domain/graph/id-page.ts) in letters and digits, so that it does not look like an
 * id.
 * `N` and `P` are the direction, the position follows in base 36.
 */
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'

const TOKEN = /^([NP])([0-9A-Z]{1,13})$/

export function tokenOf(cursor: bigint): string {
  const direction = cursor < 0n ? 'P' : 'N'
  const position = cursor < 0n ? -cursor : cursor
  return direction + position.toString(36).toUpperCase()
}

/** @returns undefined for what is no token */
export function cursorOf(token: string): bigint | undefined {
  const [, direction, digits = ''] = TOKEN.exec(token) ?? []
  if (direction === undefined) return undefined
  let position = 0n
  for (const digit of digits) position = position * 36n + BigInt(Number.parseInt(digit, 36))
  if (position === 0n || position > LARGEST_ID) return undefined
  return direction === 'P' ? -position : position
}
