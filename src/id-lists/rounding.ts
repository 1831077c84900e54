/**
 * Recognises lists with rounded ids (spec/id-lists.md#rounded-ids): spreadsheets round to 15 digits and pad with zeros, JavaScript
 * to 17.
 */

const [SPREADSHEET_DIGITS, JAVASCRIPT_DIGITS] = [15, 17]
/** Minimum number of long ids for a decision about the list. */
const MIN_LONG_IDS = 10
/** A list is rounded when more than one in this many of its long ids is. */
const ONE_IN = 10

/** True when an id looks rounded by a spreadsheet: 17 digits or more, with only zeros after the fifteenth. */
export function looksRounded(digits: string): boolean {
  return digits.length >= JAVASCRIPT_DIGITS && onlyZerosBehind(digits, SPREADSHEET_DIGITS)
}

/** Counts rounded ids of one list. */
export class Rounding {
  #long = 0
  #bySpreadsheet = 0
  #longer = 0
  #byJavaScript = 0

  count(digits: string): void {
    if (digits.length < JAVASCRIPT_DIGITS) return
    this.#long += 1
    if (onlyZerosBehind(digits, SPREADSHEET_DIGITS)) this.#bySpreadsheet += 1
    if (digits.length === JAVASCRIPT_DIGITS) return
    this.#longer += 1
    if (onlyZerosBehind(digits, JAVASCRIPT_DIGITS)) this.#byJavaScript += 1
  }

  /** True when the list was rounded, by the ids counted so far. */
  get isRounded(): boolean {
    if (this.#long >= MIN_LONG_IDS && this.#bySpreadsheet * ONE_IN > this.#long) return true
    return this.#longer >= MIN_LONG_IDS && this.#byJavaScript === this.#longer
  }
}

function onlyZerosBehind(digits: string, from: number): boolean {
  for (let at = from; at < digits.length; at += 1) if (digits[at] !== '0') return false
  return true
}
