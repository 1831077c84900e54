/**
 * Percent encoding of OAuth 1.0a (RFC 3986 unreserved set, RFC 5849 section 3.6) and strict decoding of requests.
 * spec/signatures.md#encoding.
 */

/** Text that is not percent-encoded UTF-8: a `%` without two hex digits, or octets that are not UTF-8. */
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
 * Encodes every octet outside `A-Z a-z 0-9 - . _ ~` of the UTF-8 form of `text` as `%XX` in upper case.
 * A lone surrogate, which has no UTF-8 form, is encoded as U+FFFD. Never throws.
 */
export function encodePercent(text: string): string {
  if (!RESERVED.test(text)) return text
  return encodeURIComponent(text.toWellFormed()).replace(BARE_IN_URI_COMPONENT, encodeOctet)
}

function encodeOctet(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/**
 * Decodes percent escapes once; a `+` stays a `+`.
 * @throws MalformedEncoding for a broken escape, and for octets that are not UTF-8 (overlong forms and
 *   surrogates included).
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
 * Decodes one name or value of a query string or form: `+` is a space, then percent escapes.
 * @throws MalformedEncoding as {@link decodePercent}.
 */
export function decodeFormText(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
