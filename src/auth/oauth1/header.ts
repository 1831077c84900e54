/** Parses the `Authorization: OAuth …` header (RFC 5849 section 3.5.1; spec/signatures.md#header-parsing). */

import { decodePercent, MalformedEncoding } from '../../lib/percent.ts'
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  COMMA,
  EQUALS,
  LINE_FEED,
  QUOTE,
  SPACE,
  skipCanonical,
  TAB,
} from './octets.ts'
import { Pair, type Source } from './pairs.ts'

/** Maximum bytes of a header; longer headers are rejected. */
export const MAX_HEADER_LENGTH = 16 * 1024
/** Maximum pairs of one header, including `realm`; headers with more are rejected. */
export const MAX_HEADER_PAIRS = 64

const SCHEME = /^oauth(?:[ \t\r\n]|$)/i
const SCHEME_LENGTH = 'OAuth'.length

/** True if the scheme of the header is `OAuth`, in any case. */
export function isOAuthScheme(header: string): boolean {
  return header.startsWith('OAuth ') || SCHEME.test(header)
}

/**
 * Appends the pairs of an `OAuth` header: `name="value"`, separated by commas with optional spaces, tabs and line
 * breaks. Names and values are percent-decoded once; a `+` stays a `+`. `realm` is skipped, because it is never signed.
 * Its value is an ordinary quoted string with backslash escapes and is not percent-decoded.
 *
 * Runs in linear time and never throws.
 * @returns false for a malformed header, and for a header above {@link MAX_HEADER_LENGTH} or {@link MAX_HEADER_PAIRS}
 */
export function readHeader(source: Source, pairs: Pair[]): boolean {
  if (source.end - source.start > MAX_HEADER_LENGTH) return false
  try {
    return readPairs(source, pairs)
  } catch (error) {
    if (error instanceof MalformedEncoding) return false
    throw error
  }
}

function readPairs(source: Source, pairs: Pair[]): boolean {
  const { octets, start, end } = source
  let at = skipSeparators(octets, start + SCHEME_LENGTH)
  for (let seen = 1; at < end; seen += 1) {
    if (seen > MAX_HEADER_PAIRS) return false
    const canonicalNameEnd = skipCanonical(octets, at)
    const nameEnd =
      octets[canonicalNameEnd] === EQUALS ? canonicalNameEnd : skipName(octets, canonicalNameEnd)
    const equals = skipSpace(octets, nameEnd)
    const open = skipSpace(octets, equals + 1)
    if (nameEnd === at || octets[equals] !== EQUALS || octets[open] !== QUOTE) return false
    const canonicalEnd = skipCanonical(octets, open + 1)
    const close = octets[canonicalEnd] === QUOTE ? canonicalEnd : closingQuote(octets, canonicalEnd, end)
    if (close < 0) return false
    if (!isRealm(source, at, nameEnd)) {
      const isCanonical = nameEnd === canonicalNameEnd && close === canonicalEnd
      if (!isCanonical && source.slice(open, close).includes('\\')) return false
      pairs.push(
        isCanonical
          ? new Pair(source, at, nameEnd, open + 1, close)
          : recode(source.utf8(at, nameEnd), source.utf8(open + 1, close)),
      )
    }
    at = skipSpace(octets, close + 1)
    if (at < end && octets[at] !== COMMA) return false
    at = skipSeparators(octets, at)
  }
  return true
}

function recode(name: string, value: string): Pair {
  return Pair.of('header', decodePercent(name), decodePercent(value))
}

function isRealm(source: Source, start: number, end: number): boolean {
  return end - start === 5 && source.slice(start, end).toLowerCase() === 'realm'
}

function skipName(octets: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    const octet = octets[at] ?? 0
    if (octet === EQUALS || octet === COMMA || octet === QUOTE || octet === 0 || isSpace(octet)) return at
    at += 1
  }
}

/** Position of the closing quote, or -1. Skips backslash escapes. */
function closingQuote(octets: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    if (octets[at] === QUOTE) return at
    if (octets[at] === BACKSLASH) at += 1
  }
  return -1
}

// RFC 9110 section 5.6.1.2: a recipient ignores empty list elements.
function skipSeparators(octets: Uint8Array, from: number): number {
  let at = from
  while (octets[at] === COMMA || isSpace(octets[at])) at += 1
  return at
}

function skipSpace(octets: Uint8Array, from: number): number {
  let at = from
  while (isSpace(octets[at])) at += 1
  return at
}

function isSpace(octet = 0): boolean {
  return (
    octet <= SPACE && (octet === SPACE || octet === TAB || octet === LINE_FEED || octet === CARRIAGE_RETURN)
  )
}
