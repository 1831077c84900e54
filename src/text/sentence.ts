/** Makes sentences from texts of messages. */

/** The text with a capital letter at its beginning and a punctuation mark at its end. */
export function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
