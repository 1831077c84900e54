/**
 * Converts extended JSON of MongoDB. Values such as `{"$numberLong":"49"}` and `NumberLong("49")` become JSON values
 * with all digits, up to {@link MAX_DEPTH} levels deep (spec/data-files.md#mongodb).
 */
import { isoTime } from '../../lib/time/iso-time.ts'
import type { Fields } from '../json-fields.ts'

/** Maximum depth of the conversion. Values at deeper levels stay unchanged, and the readers of objects drop them. */
const MAX_DEPTH = 100

/** True for a text that may contain extended JSON. */
export function hasExtendedJson(json: string): boolean {
  return json.includes('"$')
}

/**
 * The fields as plain JSON values, without MongoDB's `_id`. If an object has neither `id` nor `id_str`, an `_id` that
 * consists of digits becomes its `id`.
 */
export function withoutExtendedJson(fields: Fields): Fields {
  const { _id: key, ...rest } = membersOf(fields, 0)
  if (rest['id'] !== undefined || rest['id_str'] !== undefined) return rest
  const isId = typeof key === 'bigint' || /^\d{1,19}$/.test(typeof key === 'object' ? '' : String(key))
  return isId ? { ...rest, id: key } : rest
}

function membersOf(fields: Fields, depth: number): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (name === '__proto__') continue
    const plain = plainValue(value, depth + 1)
    if (plain !== undefined) members[name] = plain
  }
  return members
}

function plainValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((entry) => plainValue(entry, depth + 1) ?? null)
  const fields = value as Fields
  const [name = '', ...others] = Object.keys(fields)
  const read = others.length === 0 && Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
  return read === undefined ? membersOf(fields, depth) : read(fields[name])
}

/** Readers of wrapped values, by the name of the only field of the wrapper. */
const WRAPPERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  $oid: (value) => value,
  $uuid: (value) => value,
  $symbol: (value) => value,
  $undefined: () => undefined,
  $numberInt: wholeNumber,
  $numberLong: wholeNumber,
  $numberDouble: floatingNumber,
  $numberDecimal: floatingNumber,
  $date: dateOf,
}

function wholeNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d{1,19}$/.test(value)) return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : BigInt(value)
}

/** A floating-point number. A whole number beyond 2^53 stays a text, because a number would lose digits. */
function floatingNumber(value: unknown): unknown {
  const number = Number(value)
  if (!Number.isFinite(number)) return null
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? String(value) : number
}

/** A date as a text; `value` has milliseconds or a text. */
function dateOf(value: unknown): unknown {
  const inner = typeof value === 'object' && value !== null ? plainValue(value, 0) : value
  if (typeof inner !== 'number' && typeof inner !== 'bigint') return inner
  const ms = Number(inner)
  return Math.abs(ms) <= 8.64e15 ? isoTime(ms) : null
}

/** Matches a JSON string, a constructor of the MongoDB shell, or `undefined`. */
const STRING_OR_CONSTRUCTOR =
  /"[^"\\]*(?:\\.[^"\\]*)*"|\b(ObjectId|ISODate|Date|NumberLong|NumberInt|NumberDecimal|UUID)\(\s*("[^"\\]*"|-?\d+(?:\.\d+)?)?\s*\)|\bundefined\b/gs

const SHELL_NAMES: Readonly<Record<string, string>> = {
  ObjectId: '$oid',
  ISODate: '$date',
  Date: '$date',
  NumberLong: '$numberLong',
  NumberInt: '$numberInt',
  NumberDecimal: '$numberDecimal',
  UUID: '$uuid',
}

/**
 * Replaces constructors of the MongoDB shell by extended JSON, and `undefined` by `null`. A text with neither
 * is returned unchanged.
 */
export function withoutShellSyntax(json: string): string {
  if (!/\b(?:ObjectId|ISODate|Date|Number(?:Long|Int|Decimal)|UUID)\(|\bundefined\b/.test(json)) return json
  return json.replace(STRING_OR_CONSTRUCTOR, (token, shellName?: string, argument?: string) => {
    if (token.startsWith('"')) return token
    const name = SHELL_NAMES[shellName ?? '']
    if (name === undefined || argument === undefined) return 'null'
    const isWrappedNumber = name.startsWith('$number') && !argument.startsWith('"')
    return `{"${name}":${isWrappedNumber ? `"${argument}"` : argument}}`
  })
}
