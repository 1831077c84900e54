/** Percent-encoded text as bytes, for the hot path of every signed request. */
import { encodePercent } from '../../lib/percent.ts'

export const TAB = 0x09
export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d
export const SPACE = 0x20
export const QUOTE = 0x22
export const PERCENT = 0x25
export const AMPERSAND = 0x26
export const COMMA = 0x2c
export const EQUALS = 0x3d
export const BACKSLASH = 0x5c

/** 1 for the unreserved characters `A-Z a-z 0-9 - . _ ~`, otherwise 0. */
const UNRESERVED = table((character) => (encodePercent(character) === character ? 1 : 0))
/** Value of an upper-case hex digit, 16 for anything else. */
const HEX_VALUE = table((character) =>
  '0123456789ABCDEF'.includes(character) ? parseInt(character, 16) : 16,
)
const HEX_DIGIT = Buffer.from('0123456789ABCDEF')

function table(entry: (character: string) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, octet) => entry(String.fromCharCode(octet)))
}

/**
 * Returns the end of the canonically encoded ASCII text that begins at `at`. Such text consists of unreserved bytes,
 * and of upper-case escapes of reserved ASCII bytes. Decoding and encoding such text returns it unchanged.
 */
export function skipCanonical(octets: Uint8Array, at: number): number {
  let end = at
  for (;;) {
    const octet = octets[end] ?? 0
    if (UNRESERVED[octet] === 1) end += 1
    else if (octet === PERCENT && isCanonicalEscape(octets, end)) end += 3
    else return end
  }
}

function isCanonicalEscape(octets: Uint8Array, at: number): boolean {
  const high = HEX_VALUE[octets[at + 1] ?? 0] ?? 16
  const low = HEX_VALUE[octets[at + 2] ?? 0] ?? 16
  return high < 8 && low < 16 && UNRESERVED[(high << 4) | low] === 0
}

/** True if the ASCII text `text` begins at the position `at`. */
export function startsWithAt(octets: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (octets[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}

/** Writes the percent encoding of `text` at `at`: up to nine bytes per UTF-16 unit. @returns the end position */
export function writeEncoded(octets: Uint8Array, at: number, text: string): number {
  let end = at
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) return writeAscii(octets, at, encodePercent(text))
    if (UNRESERVED[code] === 1) {
      octets[end] = code
      end += 1
    } else {
      end = writeEscape(octets, end, HEX_DIGIT[code >> 4] ?? 0, HEX_DIGIT[code & 15] ?? 0)
    }
  }
  return end
}

/** Writes `%` and two digits (as character codes) at `at`. @returns the end position */
export function writeEscape(octets: Uint8Array, at: number, high: number, low: number): number {
  octets[at] = PERCENT
  octets[at + 1] = high
  octets[at + 2] = low
  return at + 3
}

/** Writes ASCII `text` at `at`. @returns the end position */
export function writeAscii(octets: Uint8Array, at: number, text: string): number {
  for (let index = 0; index < text.length; index += 1) octets[at + index] = text.charCodeAt(index)
  return at + text.length
}

/**
 * Percent-encodes bytes of `source` that are already percent-encoded, and writes the result at `at`. The function
 * changes only percent signs, so the result is at most 5/3 as long as the source.
 * @returns the end position
 */
export function writeEncodedAgain(
  octets: Uint8Array,
  at: number,
  source: Uint8Array,
  from: number,
  to: number,
): number {
  let end = at
  for (let index = from; index < to; index += 1) {
    const octet = source[index] ?? 0
    octets[end] = octet
    end += 1
    if (octet === PERCENT) {
      octets[end] = 0x32
      octets[end + 1] = 0x35
      end += 2
    }
  }
  return end
}

/**
 * Compares two byte ranges: negative if the range of `a` sorts before the range of `b`, zero if both are equal,
 * otherwise positive.
 */
export function compareOctets(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const common = Math.min(aEnd - aStart, bEnd - bStart)
  for (let index = 0; index < common; index += 1) {
    const difference = (a[aStart + index] ?? 0) - (b[bStart + index] ?? 0)
    if (difference !== 0) return difference
  }
  return aEnd - aStart - (bEnd - bStart)
}
