/** Control characters and unpaired surrogates. PostgreSQL cannot store the control character NUL. */
const NOT_PLAIN = /[\p{Cc}\p{Cs}]/u

/** True for one line of well-formed text, which both engines store unchanged. */
export function isPlainText(text: string): boolean {
  return !NOT_PLAIN.test(text)
}
