/**
 * Recognises lists that contain rounded ids (spec/id-lists.md#rounded-ids). Spreadsheets round to 15 digits and fill up
 * with zeros; JavaScript rounds to 17 digits.
 */

const [SPREADSHEET_DIGITS, JAVASCRIPT_DIGITS] = [15, 17]
/** Minimum number of long ids that are needed for a decision about the list. */
const MIN_LONG_IDS = 10
/** A list counts as rounded if more than one tenth of its long ids look rounded by a spreadsheet. */
const ONE_IN = 10

/** True when a spreadsheet may have rounded an id: it has 17 digits or more, with only zeros after the fifteenth. */
export function looksRounded(digits: string): boolean {
  return digits.length >= JAVASCRIPT_DIGITS && onlyZerosBehind(digits, SPREADSHEET_DIGITS)
}

/** The kind of program that rounded the ids of a list. */
export type RoundedBy = 'spreadsheet' | 'JavaScript'

/** True when a program of this kind may have rounded an id. @param by undefined for any program */
export function mayBeRounded(digits: string, by?: RoundedBy): boolean {
  if (!digits.endsWith('0')) return false
  if (by === 'spreadsheet' || digits.length <= JAVASCRIPT_DIGITS) return looksRounded(digits)
  return onlyZerosBehind(digits, JAVASCRIPT_DIGITS)
}

/** Counts the rounded ids of a list. */
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

  /** True when the ids that were counted so far show that the list was rounded. */
  get isRounded(): boolean {
    return this.by !== undefined
  }

  /** The kind of program that rounded the list, if the ids that were counted so far show this. */
  get by(): RoundedBy | undefined {
    if (this.#long >= MIN_LONG_IDS && this.#bySpreadsheet * ONE_IN > this.#long) return 'spreadsheet'
    return this.#longer >= MIN_LONG_IDS && this.#byJavaScript === this.#longer ? 'JavaScript' : undefined
  }

  /** True when the list is too short for a decision, but too many of its ids may have been rounded. */
  get isDoubtful(): boolean {
    if (this.#long >= MIN_LONG_IDS) return false
    return this.#bySpreadsheet > 0 || (this.#longer > 1 && this.#byJavaScript === this.#longer)
  }
}

function onlyZerosBehind(digits: string, from: number): boolean {
  for (let at = from; at < digits.length; at += 1) if (digits[at] !== '0') return false
  return true
}
