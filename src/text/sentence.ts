/** Messages as sentences. */

/** The text with a capital at its beginning and a mark at its end. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
