/** The order in which parameters are signed (RFC 5849 section 3.4.1.3.2). */
import { compareOctets } from './octets.ts'
import type { Pair } from './pairs.ts'

// Loops in this file use an index, because for-of takes twice as long in these hot loops.

/** Up to this number of pairs, insertion sort is faster, because the pairs of a header are usually in order. */
const MAX_INSERTION_SORT_PAIRS = 24

/**
 * Selects and sorts the pairs to sign, in place: by encoded name, then by encoded value, in byte order. Repetitions of
 * an `oauth_*` pair are removed; repetitions of other pairs stay. `oauth_signature` is removed.
 * @returns false if an `oauth_*` parameter has two different values
 */
export function sortForSigning(pairs: Pair[]): boolean {
  if (pairs.length > MAX_INSERTION_SORT_PAIRS) pairs.sort(comparePairs)
  else insertionSort(pairs)
  let kept = 0
  let previous: Pair | undefined
  for (let index = 0; index < pairs.length; index += 1) {
    const pair = pairs[index] as Pair
    if (previous !== undefined && haveSameProtocolName(previous, pair)) {
      if (compareValues(previous, pair) !== 0) return false
    } else if (pair.protocolName !== 'oauth_signature') {
      pairs[kept] = pair
      kept += 1
    }
    previous = pair
  }
  pairs.length = kept
  return true
}

function insertionSort(pairs: Pair[]): void {
  for (let next = 1; next < pairs.length; next += 1) {
    const pair = pairs[next] as Pair
    let at = next
    while (at > 0 && comparePairs(pairs[at - 1] as Pair, pair) > 0) {
      pairs[at] = pairs[at - 1] as Pair
      at -= 1
    }
    pairs[at] = pair
  }
}

function haveSameProtocolName(a: Pair, b: Pair): boolean {
  if (a.protocolName !== b.protocolName) return false
  return a.protocolName !== '' || (a.isProtocol && compareNames(a, b) === 0)
}

function comparePairs(a: Pair, b: Pair): number {
  const byName = compareNames(a, b)
  return byName === 0 ? compareValues(a, b) : byName
}

function compareNames(a: Pair, b: Pair): number {
  return compareOctets(a.octets, a.nameStart, a.nameEnd, b.octets, b.nameStart, b.nameEnd)
}

function compareValues(a: Pair, b: Pair): number {
  return compareOctets(a.octets, a.valueStart, a.valueEnd, b.octets, b.valueStart, b.valueEnd)
}
