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

/**
 * A list of JSON texts, with commas between them and something at both ends. Copied once: what is added to a joined
 * text afterwards copies it again when it is sent.
 */
export function jsonList(before: string, texts: readonly string[], after: string): string {
  const parts = [before]
  for (const text of texts) {
    if (parts.length > 1) parts.push(',')
    parts.push(text)
  }
  parts.push(after)
  return parts.join('')
}

/** The texts of a stored JSON array; most are empty. */
export function stringsOf(array: string): readonly string[] {
  return array === '[]' ? NO_STRINGS : (JSON.parse(array) as string[])
}

const NO_STRINGS: readonly string[] = Object.freeze([])
