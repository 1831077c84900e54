/** Control characters, which no name needs and of which PostgreSQL cannot store NUL, and halves of surrogate pairs. */
const NOT_PLAIN = /[\p{Cc}\p{Cs}]/u

/** Whether a name or an address is one line of whole characters, which every engine stores as it is. */
export function isPlainText(text: string): boolean {
  return !NOT_PLAIN.test(text)
}
