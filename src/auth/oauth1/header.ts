/** The `Authorization: OAuth …` header (RFC 5849 section 3.5.1; common.md section 5, row "Header parsing"). */
import { type Parameter, protocolNameAt, readParameter, readValue } from './parameters.ts'
import { decodePercent, MalformedEncoding } from './percent.ts'

/** Longest header that is read, in UTF-16 units. */
export const MAX_HEADER_LENGTH = 16 * 1024
/** Most pairs that are read from one header, `realm` included. */
export const MAX_HEADER_PAIRS = 64

const SCHEME = /^oauth(?:[ \t\r\n]|$)/i
const SCHEME_LENGTH = 'OAuth'.length
const SEPARATOR = /[\s",]/
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** Whether the header's scheme is `OAuth`, in any case of letters. */
export function isOAuthScheme(header: string): boolean {
  return header.startsWith('OAuth ') || SCHEME.test(header)
}

/**
 * Reads the pairs of an `OAuth` header: `name="value"`, separated by a comma with any spaces, tabs and line
 * breaks around it. Names and values are percent-decoded once; a `+` stays a `+`. `realm` is left out: it is
 * never signed, and being an ordinary quoted string (backslash escapes included) it is not decoded either.
 *
 * Returns `undefined` for another scheme, for anything that does not have this form, and above
 * {@link MAX_HEADER_LENGTH} or {@link MAX_HEADER_PAIRS}. Takes time linear in the length; never throws.
 */
export function parseAuthorization(header: string): Parameter[] | undefined {
  if (header.length > MAX_HEADER_LENGTH || !isOAuthScheme(header)) return undefined
  try {
    return parsePairs(header)
  } catch (error) {
    if (error instanceof MalformedEncoding) return undefined
    throw error
  }
}

function parsePairs(header: string): Parameter[] | undefined {
  const hasBackslash = header.includes('\\')
  const pairs: Parameter[] = []
  let seen = 0
  for (let at = skipSeparators(header, SCHEME_LENGTH); at < header.length; ) {
    seen += 1
    const equals = header.indexOf('=', at)
    const open = equals < 0 ? -1 : skipSpace(header, equals + 1)
    if (seen > MAX_HEADER_PAIRS || header.charCodeAt(open) !== QUOTE) return undefined
    const close = hasBackslash ? closingQuote(header, open + 1) : header.indexOf('"', open + 1)
    if (close < 0) return undefined
    const known = protocolNameAt(header, at, equals)
    const name = known ?? header.slice(at, equals).trimEnd()
    if (name === '' || (known === undefined && SEPARATOR.test(name))) return undefined
    if (!isRealm(name)) {
      const value = header.slice(open + 1, close)
      if (hasBackslash && value.includes('\\')) return undefined
      pairs.push(
        known === undefined
          ? readParameter(name, value, decodePercent)
          : readValue(known, known, value, decodePercent),
      )
    }
    at = skipSpace(header, close + 1)
    if (at < header.length && header.charCodeAt(at) !== COMMA) return undefined
    at = skipSeparators(header, at)
  }
  return pairs
}

function isRealm(name: string): boolean {
  return name.length === 5 && name.toLowerCase() === 'realm'
}

/** Position of the quote that ends a quoted string whose backslash escapes are honoured, or -1. */
function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return -1
}

// RFC 9110 section 5.6.1.2: a recipient ignores empty list elements.
function skipSeparators(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at)) || text.charCodeAt(at) === COMMA) at += 1
  return at
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}
