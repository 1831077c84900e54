/**
 * Encodes texts as OAuth 1.0a requires (unreserved characters of RFC 3986; RFC 5849 section 3.6), and decodes requests
 * strictly (spec/signatures.md#encoding).
 */

/**
 * Thrown for a text that is not percent-encoded UTF-8: the text has a `%` without two hex digits, or octets that are
 * not UTF-8.
 */
export class MalformedEncoding extends Error {
  readonly fault: 'escape' | 'utf-8'

  constructor(fault: 'escape' | 'utf-8') {
    super(fault === 'escape' ? 'a % is not followed by two hex digits' : 'the octets are not UTF-8')
    this.name = 'MalformedEncoding'
    this.fault = fault
  }
}

const RESERVED = /[^A-Za-z0-9\-._~]/
const BARE_IN_URI_COMPONENT = /[!'()*]/g
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/

/**
 * Encodes `text` as UTF-8. Every octet except `A-Z a-z 0-9 - . _ ~` becomes `%XX` in upper case. A lone surrogate is
 * encoded as U+FFFD, because UTF-8 cannot represent it. Never throws.
 */
export function encodePercent(text: string): string {
  if (!RESERVED.test(text)) return text
  return encodeURIComponent(text.toWellFormed()).replace(BARE_IN_URI_COMPONENT, encodeOctet)
}

function encodeOctet(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/**
 * Decodes percent escapes once. A `+` stays a `+`.
 * @throws MalformedEncoding for an invalid escape, and for octets that are not UTF-8, including overlong forms and
 *   surrogates.
 */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw new MalformedEncoding(BROKEN_ESCAPE.test(text) ? 'escape' : 'utf-8')
  }
}

/**
 * Decodes a name or value of a query string or form. First each `+` becomes a space, then percent escapes are decoded.
 * @throws MalformedEncoding under the same conditions as {@link decodePercent}.
 */
export function decodeFormText(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
