/** Numbers in options of the command line. */
import { UsageError } from './run.ts'

interface NumberRange {
  readonly min: number
  readonly max: number
}

/**
 * Parses the number of an option.
 * @param flag name of the option, such as `--rate`
 * @throws {UsageError} for a text that is not a number in the range
 */
export function numberOfFlag(text: string, flag: string, { min, max }: NumberRange): number {
  const number = numberIn(text)
  if (number >= min && number <= max) return number
  throw new UsageError(`${flag} takes a number from ${min} to ${max}, not ${JSON.stringify(text)}`)
}

/** Parses a number whose range the server checks. @throws {UsageError} for a text that is not a number */
export function finiteOfFlag(text: string, flag: string): number {
  const number = numberIn(text)
  if (Number.isFinite(number)) return number
  throw new UsageError(`${flag} takes a number, not ${JSON.stringify(text)}`)
}

/** NaN for a text that is not a number. Number('') would be 0. */
function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
