/** Numbers of the command line. */
import { UsageError } from './run.ts'

interface NumberRange {
  readonly min: number
  readonly max: number
}

/** The number of an option. @param flag such as `--rate` @throws {UsageError} for another text, and outside of the range */
export function numberOfFlag(text: string, flag: string, { min, max }: NumberRange): number {
  const number = finiteOfFlag(text, flag)
  if (number >= min && number <= max) return number
  throw new UsageError(`${flag} takes a number from ${min} to ${max}, not ${JSON.stringify(text)}`)
}

/** The number of an option whose range another program checks. @throws {UsageError} for another text */
export function finiteOfFlag(text: string, flag: string): number {
  // Number('') is 0.
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(number)) return number
  throw new UsageError(`${flag} takes a number, not ${JSON.stringify(text)}`)
}
