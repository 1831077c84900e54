/** Control characters, of which PostgreSQL cannot store NUL, and unpaired surrogates. */
const NOT_PLAIN = /[\p{Cc}\p{Cs}]/u

/** True for one line of well-formed text, which both engines store unchanged. */
export function isPlainText(text: string): boolean {
  return !NOT_PLAIN.test(text)
}
