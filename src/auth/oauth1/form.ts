/** Parses query strings and form bodies for signing. */

import { decodeFormText } from '../../lib/percent.ts'
import { AMPERSAND, EQUALS, skipCanonical } from './octets.ts'
import { Pair, type ParameterLocation, type Source } from './pairs.ts'

/**
 * Appends the pairs of a query string (without its `?`) or an `application/x-www-form-urlencoded` body, in order.
 * A piece without `=` has an empty value; empty pieces (`a=1&&b=2`) are ignored. Text in any encoding (`+` or `%20`,
 * `*` bare or as `%2A`, `%7e`) is decoded and then encoded canonically. Stops after more than `maxPairs` pairs.
 *
 * @throws MalformedEncoding for an invalid percent escape or bytes that are not UTF-8.
 */
export function readForm(source: Source, pairs: Pair[], maxPairs: number): void {
  const { octets, end } = source
  for (let at = source.start; at < end && pairs.length <= maxPairs; at += 1) {
    const nameEnd = skipCanonical(octets, at)
    const hasValue = octets[nameEnd] === EQUALS
    const valueStart = hasValue ? nameEnd + 1 : nameEnd
    const valueEnd = hasValue ? skipCanonical(octets, valueStart) : nameEnd
    if (valueEnd === end || octets[valueEnd] === AMPERSAND) {
      if (valueEnd > at) pairs.push(new Pair(source, at, nameEnd, valueStart, valueEnd))
      at = valueEnd
    } else {
      const pieceEnd = skipPiece(octets, valueEnd, end)
      pairs.push(recode(source.location, source.utf8(at, pieceEnd)))
      at = pieceEnd
    }
  }
}

function skipPiece(octets: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && octets[at] !== AMPERSAND) at += 1
  return at
}

function recode(location: ParameterLocation, piece: string): Pair {
  const equals = piece.indexOf('=')
  if (equals < 0) return Pair.of(location, decodeFormText(piece), '')
  return Pair.of(location, decodeFormText(piece.slice(0, equals)), decodeFormText(piece.slice(equals + 1)))
}
