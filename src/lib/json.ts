/** JSON with 64-bit integers. */

declare global {
  interface JSON {
    /** ECMAScript "JSON.parse source text access": text that goes into the output as it stands. */
    rawJSON(text: string): object
  }
}

/** A 64-bit integer as a JSON number with every digit, for objects that go through `JSON.stringify`. */
export function jsonNumber(value: bigint): object {
  return JSON.rawJSON(String(value))
}

/** The texts of a stored JSON array; most are empty. */
export function stringsOf(array: string): readonly string[] {
  return array === '[]' ? NO_STRINGS : (JSON.parse(array) as string[])
}

const NO_STRINGS: readonly string[] = Object.freeze([])
