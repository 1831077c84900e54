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

const COMMA = 0x2c

/**
 * A list of JSON texts, with commas between them and something at both ends, in UTF-8. Written text by text: joined
 * first, a long list costs the garbage collector more than all the rest of its request. (docs/performance.md)
 */
export function jsonList(before: string, texts: readonly (string | Buffer)[], after: string): Buffer {
  const commas = Math.max(0, texts.length - 1)
  let length = Buffer.byteLength(before) + commas + Buffer.byteLength(after)
  for (const text of texts) length += typeof text === 'string' ? Buffer.byteLength(text) : text.length
  const bytes = Buffer.allocUnsafe(length)
  let at = bytes.write(before)
  for (const [index, text] of texts.entries()) {
    if (index > 0) {
      bytes[at] = COMMA
      at += 1
    }
    at += typeof text === 'string' ? bytes.write(text, at) : text.copy(bytes, at)
  }
  bytes.write(after, at)
  return bytes
}

/** The texts of a stored JSON array; most are empty. */
export function stringsOf(array: string): readonly string[] {
  return array === '[]' ? NO_STRINGS : (JSON.parse(array) as string[])
}

const NO_STRINGS: readonly string[] = Object.freeze([])
