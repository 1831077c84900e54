/**
 * Converts rows to objects. The driver would build each object property by property. Instead, this file
 * generates one function for each list of columns. The function uses an object literal and takes a tenth of
 * the time. All objects that a function returns have the same hidden class, so that reading them is faster
 * too.
 */
import type { SqlValue } from '../query.ts'
import { INT64_COLUMNS } from '../schema.ts'

/**
 * Converts the values of a row, one per column, to an object.
 * @throws {RangeError} for an unsafe integer in a number column
 */
export type RowMaker = (values: readonly SqlValue[]) => Record<string, SqlValue>

/** Generated functions by their columns. Their number is limited by the number of queries in the code. */
const MADE = new Map<string, RowMaker>()

/** @param names columns in order; if two names are equal, the later value counts */
export function rowMaker(names: readonly string[]): RowMaker {
  const key = names.join('\0')
  const made = MADE.get(key) ?? makerOf(names)
  MADE.set(key, made)
  return made
}

function makerOf(names: readonly string[]): RowMaker {
  const places = new Map(names.map((name, place) => [name, place]))
  const members = Array.from(places, ([name, place]) => `${JSON.stringify(name)}: ${valueAt(place, name)}`)
  return new Function('plain', `return (values) => ({ ${members.join(', ')} })`)(plain) as RowMaker
}

function valueAt(place: number, name: string): string {
  const value = `values[${place}]`
  // Numbers arrive as bigints when another column of the row is 64-bit.
  const isPlain = !INT64_COLUMNS.has(name)
  return isPlain
    ? `typeof ${value} === 'bigint' ? plain(${JSON.stringify(name)}, ${value}) : ${value}`
    : value
}

function plain(column: string, value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) {
    throw new RangeError(`column ${column} holds ${value}, which is no safe number; name it in INT64_COLUMNS`)
  }
  return number
}
