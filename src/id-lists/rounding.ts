/**
 * Recognises lists whose ids were rounded to numbers with fewer digits (spec/id-lists.md#rounded-ids): spreadsheets
 * keep 15 digits and write zeros behind them, JavaScript keeps 17.
 */

const [SPREADSHEET_DIGITS, JAVASCRIPT_DIGITS] = [15, 17]
/** Fewer long ids than this say nothing about a list. */
const ENOUGH = 10
/** A list is rounded when more than one in so many of its long ids is. */
const ONE_IN = 10

/** Whether the digits of an id look as a spreadsheet leaves them: 17 or more, only zeros behind the fifteenth. */
export function looksRounded(digits: string): boolean {
  return digits.length >= JAVASCRIPT_DIGITS && onlyZerosBehind(digits, SPREADSHEET_DIGITS)
}

/** Counts the ids of a list; one for a list. */
export class Rounding {
  #long = 0
  #bySpreadsheet = 0
  #longer = 0
  #byJavaScript = 0

  note(digits: string): void {
    if (digits.length < JAVASCRIPT_DIGITS) return
    this.#long += 1
    if (onlyZerosBehind(digits, SPREADSHEET_DIGITS)) this.#bySpreadsheet += 1
    if (digits.length === JAVASCRIPT_DIGITS) return
    this.#longer += 1
    if (onlyZerosBehind(digits, JAVASCRIPT_DIGITS)) this.#byJavaScript += 1
  }

  /** Whether the whole list was rounded, as far as it was noted. */
  get isRounded(): boolean {
    if (this.#long >= ENOUGH && this.#bySpreadsheet * ONE_IN > this.#long) return true
    return this.#longer >= ENOUGH && this.#byJavaScript === this.#longer
  }
}

function onlyZerosBehind(digits: string, kept: number): boolean {
  for (let at = kept; at < digits.length; at += 1) if (digits[at] !== '0') return false
  return true
}
