/** Control characters (PostgreSQL cannot store NUL) and halves of surrogate pairs. */
const NOT_PLAIN = /[\p{Cc}\p{Cs}]/u

/** True if a name or an address is one line of whole characters, which both engines store unchanged. */
export function isPlainText(text: string): boolean {
  return !NOT_PLAIN.test(text)
}
