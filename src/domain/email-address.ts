import { isPlainText } from './plain-text.ts'

/** Characters; RFC 5321 section 4.5.3.1.3, without the angle brackets. */
const MAX_ADDRESS_LENGTH = 254

/** True for a text with one `@`, no spaces and at most 254 characters. Only a message could prove that the address exists. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && isPlainText(text) && /^[^\s@]+@[^\s@]+$/.test(text)
}
