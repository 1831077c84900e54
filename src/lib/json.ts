/** JSON with 64-bit integers. */

declare global {
  interface JSON {
    /** ECMAScript "JSON.parse source text access": text that goes into the output as it stands. */
    rawJSON(text: string): object
  }
}

/**
 * A JSON value as it was sent. An integer that a `number` cannot hold exactly is a `bigint`, so that ids keep every
 * digit (tweepy sends them as numbers); an object may have any key, `__proto__` too.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** A 64-bit integer as a JSON number with every digit, for objects that go through `JSON.stringify`. */
export function jsonNumber(value: bigint): object {
  return JSON.rawJSON(String(value))
}

/**
 * JSON in pieces that follow each other: texts as they stand, and lists of texts, between which go commas. It is written
 * piece by piece into the memory it is sent from: joined as text first, a long list costs the garbage collector more
 * than all the rest of its request. (docs/performance.md)
 */
export type JsonPieces = readonly (string | readonly JsonText[])[]

/** A JSON text, or the same in UTF-8. */
export type JsonText = string | Uint8Array

const COMMA = 0x2c

/** The bytes that pieces take. */
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

/** Writes pieces to the beginning of `memory`, which must have room for them. Gives the bytes that they take. */
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

/** The texts of a stored JSON array; most are empty. Entries that are no texts are left out. */
export function stringsOf(array: string): readonly string[] {
  if (array === '[]') return NO_STRINGS
  const entries: unknown = JSON.parse(array)
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : NO_STRINGS
}

const NO_STRINGS: readonly string[] = Object.freeze([])
