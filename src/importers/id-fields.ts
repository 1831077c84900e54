/** Reads ids of unvalidated JSON objects (spec/odd-values.md#odd-values). */
import { DigitsLost, IGNORE_FAULTS, type ReportFault } from '../lib/repair.ts'
import { idOf } from './ids.ts'
import { type Fields, InvalidItem } from './json-fields.ts'

/**
 * Thrown for an id such as `4.9e17`. A program stored this id as a floating-point number, and its last digits are lost.
 */
export class RoundedId extends InvalidItem {
  /** The number in the spelling of the file. */
  readonly written: string

  constructor(name: string, written: string) {
    super(
      `${name} ${written.slice(0, 30)} is rounded: its last digits are lost; get a file that has ids as text`,
    )
    this.written = written
  }
}

/**
 * The id in the text field `<name>_str`. If that field is missing, the id in the field `<name>`, which is a number or a
 * text. Undefined if both are missing.
 * @throws {InvalidItem} when the value is not an id, or the two fields differ
 * @throws {RoundedId} when the text shows that digits were lost
 * @throws {DigitsLost} when the only value is a number that is too large
 */
export function idIn(fields: Fields, name: string, note: ReportFault = IGNORE_FAULTS): bigint | undefined {
  const twin = fields[`${name}_str`]
  const value = fields[name] ?? twin
  if (typeof twin !== 'string' || twin === '' || twin === value) return idOfValue(value, name, note)
  const id = idOfText(twin, name, note)
  if (!isSameNumber(id, value)) throw new InvalidItem(`${name} and ${name}_str differ`)
  return id
}

/** The result of {@link idIn}, but undefined for an invalid id. @throws {DigitsLost} */
export function validIdIn(fields: Fields, name: string): bigint | undefined {
  try {
    return idIn(fields, name)
  } catch (error) {
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

/** False if the value is a number that differs from the id even when both are rounded to the same precision. */
function isSameNumber(id: bigint, value: unknown): boolean {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,19}$/.test(value))
  return !isNumber || Number(value) === Number(id)
}

function idOfValue(value: unknown, name: string, note: ReportFault): bigint | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new DigitsLost()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return idOfText(String(value), name, note)
  }
  throw new InvalidItem(`${name} is no id`)
}

/**
 * Matches the digits of an id with quotes, blanks and zeros around them, and with the `x` that files for spreadsheets
 * add.
 */
const DECORATED = /^[\s"'`\u2018\u2019\u201c\u201d]*x?0*([1-9]\d*)[\s"'`\u2018\u2019\u201c\u201d,]*$/i
const FLOATING = /^\s*(\d+)(?:\.\d*)?(?:e[+-]?\d+)?\s*$/i

/**
 * The id of a text. The function reports quotes, blanks, zeros and an `x` around the digits.
 * @param name name of the field, for messages
 * @throws {InvalidItem} @throws {RoundedId}
 */
export function idOfText(text: string, name: string, note: ReportFault = IGNORE_FAULTS): bigint {
  const isPlain = /^[1-9]\d*$/.test(text)
  const digits = isPlain ? text : (DECORATED.exec(text)?.[1] ?? digitsOfFloat(text, name))
  if (digits === undefined && !/^\s*0+\s*$/.test(text))
    throw new InvalidItem(`${name} ${JSON.stringify(text.slice(0, 30))} is no whole number`)
  const id = digits === undefined ? undefined : idOf(digits)
  if (id === undefined) throw new InvalidItem(`${name} is 0 or beyond 64 bits`)
  if (!isPlain) note(name, 'another form')
  return id
}

/** Digits of a whole number that is written like `12.0` and has no lost digits. @throws {RoundedId} */
function digitsOfFloat(text: string, name: string): string | undefined {
  if (!FLOATING.test(text)) return undefined
  const number = Number(text)
  if (!Number.isInteger(number) || number === 0) return undefined
  if (Number.isSafeInteger(number) && !/e/i.test(text)) return String(number)
  throw new RoundedId(name, text.trim())
}
