import { isPlainText } from './plain-text.ts'

/** Characters of an address: RFC 5321 section 4.5.3.1.3, without the angle brackets. */
const MAX_ADDRESS_LENGTH = 254

/** Whether a text is an e-mail address as far as anybody can tell without writing to it: one `@`, and no spaces. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && isPlainText(text) && /^[^\s@]+@[^\s@]+$/.test(text)
}
