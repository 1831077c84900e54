/** Makes names of files safe for messages and reports. */

const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * A name, changed to one line. Control characters and characters that change the text direction become escapes such as
 * `\u000a`.
 */
export function shownName(name: string): string {
  return name.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
