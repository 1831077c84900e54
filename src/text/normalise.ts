/** Converts texts to the normal form in which they are counted, compared and stored (spec/text.md#normal-form). */

/** Control characters except tab and line feed, which occur in posts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

/**
 * White space except U+FEFF. This character must stay in the text, because a post that contains it is refused
 * (spec/text.md#forbidden-text).
 */
const SPACE = /^[\s--\uFEFF]$/v

/**
 * Matches texts that can skip the normalisation: they are in NFC, have no control characters to remove, and each
 * character has the weight 1.
 */
const PRINTABLE = /^[\t\n -~]*$/

/** True if a text has only ASCII letters, digits, punctuation, spaces, tabs and line feeds. */
export function isPrintableAscii(text: string): boolean {
  return PRINTABLE.test(text)
}

/**
 * Maximum number of combining marks on one letter. The number is limited, because ordering the marks takes quadratic
 * time: half a minute for 100,000 marks. Posts with more marks than this maximum exceed the maximum length of posts.
 */
const MAX_MARKS = 280

/**
 * Normalizes a text for storage. The result is in NFC, has line feeds as line ends, no control characters except tabs
 * and line feeds, and no white space at either end. Forbidden characters stay in the text; `refusalOf` (weigh.ts)
 * rejects them. In texts with too many combining marks, the marks keep their order. The function accepts any string,
 * takes linear time, and is idempotent.
 */
export function normaliseText(text: string): string {
  if (isPrintableAscii(text)) return trim(text)
  const plain = text.replace(/\r\n?/g, '\n').replace(CONTROLS, '')
  return trim(toNfc(plain) ?? plain)
}

/** A text in NFC; undefined when one letter has more than 280 combining marks. */
export function toNfc(text: string): string | undefined {
  if (isPrintableAscii(text)) return text
  const runs = text.matchAll(/\p{M}{30,}/gu)
  return runs.some(([marks]) => marks.length > MAX_MARKS) ? undefined : text.normalize('NFC')
}

/**
 * Removes white space at both ends. A regular expression is not used, because a pattern for the end would try a match
 * at every space of the text.
 */
export function trim(text: string): string {
  let start = 0
  while (start < text.length && isSpaceAt(text, start)) start += 1
  return trimEnd(text.slice(start))
}

/** Removes white space at the end. */
export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && isSpaceAt(text, end - 1)) end -= 1
  return text.slice(0, end)
}

function isSpaceAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset)
  return !(unit > 0x20 && unit < 0x7f) && SPACE.test(text.charAt(offset))
}
