/** Maximum characters of a response that are stored or shown. */
const MAX_RESPONSE_LENGTH = 500

/**
 * Cuts a response to its beginning. The result contains no NUL and no half of a surrogate pair, so that both engines
 * can store the text.
 */
export function storableText(text: string): string {
  return [...text.slice(0, MAX_RESPONSE_LENGTH * 2)]
    .slice(0, MAX_RESPONSE_LENGTH)
    .join('')
    .replaceAll('\u0000', '\ufffd')
    .toWellFormed()
}
