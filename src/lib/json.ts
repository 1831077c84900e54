/** Writes JSON with 64-bit integers. */

declare global {
  interface JSON {
    /** ECMAScript proposal "JSON.parse source text access": JSON.stringify writes the text of this object unchanged. */
    rawJSON(text: string): object
  }
}

/**
 * A JSON value of a request or response. An integer that a `number` cannot represent exactly is a `bigint`. Therefore ids keep all
 * digits (tweepy sends ids as numbers). An object may have any key, including `__proto__`.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** A 64-bit integer as a JSON number with all digits, for `JSON.stringify`. */
export function jsonNumber(value: bigint): object {
  return JSON.rawJSON(String(value))
}

/**
 * JSON as consecutive pieces. A piece is a text, or a list of texts with commas between them. Pieces are written into
 * the send buffer in sequence. Joining a long list to a text first would cost more garbage collection than the rest of
 * the request (docs/performance.md).
 */
export type JsonPieces = readonly (string | readonly JsonText[])[]

/** A JSON text as string or UTF-8. */
export type JsonText = string | Uint8Array

const COMMA = 0x2c

/** Number of bytes of all pieces. */
export function lengthOfPieces(pieces: JsonPieces): number {
  let length = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') length += Buffer.byteLength(piece)
    else {
      length += Math.max(0, piece.length - 1)
      for (const text of piece) length += typeof text === 'string' ? Buffer.byteLength(text) : text.length
    }
  }
  return length
}

/**
 * Writes pieces to the beginning of `memory`, which must be large enough. Returns the number of bytes that were
 * written.
 */
export function writePieces(pieces: JsonPieces, memory: Buffer): number {
  let at = 0
  for (const piece of pieces)
    at = typeof piece === 'string' ? at + memory.write(piece, at) : writeList(piece, memory, at)
  return at
}

function writeList(texts: readonly JsonText[], memory: Buffer, from: number): number {
  let at = from
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? ''
    if (index > 0) {
      memory[at] = COMMA
      at += 1
    }
    if (typeof text === 'string') at += memory.write(text, at)
    else {
      memory.set(text, at)
      at += text.length
    }
  }
  return at
}

/** The strings in a stored JSON array; the array is usually empty. Other entries are skipped. */
export function stringsOf(array: string): readonly string[] {
  if (array === '[]') return NO_STRINGS
  const entries: unknown = JSON.parse(array)
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : NO_STRINGS
}

const NO_STRINGS: readonly string[] = Object.freeze([])
