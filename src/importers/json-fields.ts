/** Reads fields of unvalidated JSON objects. */
import { MAX_COUNT } from '../domain/posts/entity-schema.ts'

/** Thrown for an invalid object. The message states the first fault. */
export class InvalidItem extends Error {
  override readonly name = 'InvalidItem'
}

export type Fields = Readonly<Record<string, unknown>>

/** Parses a JSON object. `NaN` and `Infinity` become null. @throws {InvalidItem} */
export function fieldsOf(json: string): Fields {
  const value = parsedJson(json) ?? parsedJson(withoutNonNumbers(json))
  if (value === undefined) throw new InvalidItem('not JSON')
  return objectOf(value)
}

/** The value, if it is a parsed JSON object. @throws {InvalidItem} for other values */
export function objectOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidItem('no JSON object')
  return value as Fields
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The caller reports that the text is not JSON.
    return undefined
  }
}

/**
 * Matches a JSON string, or a number word such as `NaN`; Python and JavaScript write such words, and JSON does not have
 * them.
 */
const STRING_OR_NON_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gs

function withoutNonNumbers(json: string): string {
  if (!/NaN|Infinity/.test(json)) return json
  return json.replace(STRING_OR_NON_NUMBER, (token) => (token.startsWith('"') ? token : 'null'))
}

/** A text; undefined if the field is missing or null. @throws {InvalidItem} for other types */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new InvalidItem(`${name} is no text`)
  // PostgreSQL cannot store NUL, and neither engine can store half of a surrogate pair.
  if (!value.isWellFormed() || value.includes('\0')) {
    throw new InvalidItem(`${name} contains a NUL or half a character, which no database stores; remove it`)
  }
  return value
}

/** A boolean; undefined if the field is missing or null. @throws {InvalidItem} for other types */
export function flagIn(fields: Fields, name: string): boolean | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw new InvalidItem(`${name} is neither true nor false`)
  return value
}

/** An object; undefined if the field is missing or null. @throws {InvalidItem} for other types */
export function objectIn(fields: Fields, name: string): Fields | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new InvalidItem(`${name} is no object`)
  return value as Fields
}

/** A list; empty if the field is missing or null. @throws {InvalidItem} for other types */
export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name]
  if (value === undefined || value === null) return NOTHING
  if (!Array.isArray(value)) throw new InvalidItem(`${name} is no list`)
  return value
}

const NOTHING: readonly unknown[] = Object.freeze([])

/** A list of objects; empty if the field is missing or null. @throws {InvalidItem} for other values */
export function objectsIn(fields: Fields, name: string): readonly Fields[] {
  const list = listIn(fields, name)
  for (const entry of list) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new InvalidItem(`${name} holds something that is no object`)
    }
  }
  return list as readonly Fields[]
}

/**
 * A whole number from 0; undefined if the field is missing or null. A number larger than {@link MAX_COUNT} becomes
 * {@link MAX_COUNT}, because an exported count can be slightly larger than the imported count.
 * @throws {InvalidItem}
 */
export function countIn(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) {
    return Math.min(count, MAX_COUNT)
  }
  throw new InvalidItem(`${name} is no count`)
}

/** Matches a JSON string, or a number outside of strings. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The result of {@link fieldsOf}, in which whole numbers beyond 2^53 are texts of digits. @throws {InvalidItem} */
export function exactFieldsOf(json: string): Fields {
  return fieldsOf(json.replace(TEXT_OR_NUMBER, (token) => (isInexact(token) ? `"${token}"` : token)))
}

function isInexact(token: string): boolean {
  if (token.startsWith('"')) return false
  const number = Number(token)
  return Number.isInteger(number) && !Number.isSafeInteger(number)
}
