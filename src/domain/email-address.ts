import { isPlainText } from './plain-text.ts'

/** In characters; see RFC 5321 section 4.5.3.1.3, without the angle brackets. */
const MAX_ADDRESS_LENGTH = 254

/**
 * True for a text with one `@`, no spaces and at most 254 characters. The function does not check that the address
 * exists.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && isPlainText(text) && /^[^\s@]+@[^\s@]+$/.test(text)
}
