/** Reads fields of unvalidated JSON objects. */
import { MAX_COUNT } from '../domain/posts/entity-schema.ts'
import { DigitsLost } from '../lib/repair.ts'
import { idOf } from './ids.ts'

/** Thrown for an invalid object; the message names the first fault. */
export class InvalidItem extends Error {
  override readonly name = 'InvalidItem'
}

export type Fields = Readonly<Record<string, unknown>>

/** Parses a JSON object. @throws {InvalidItem} */
export function fieldsOf(json: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new InvalidItem('not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidItem('no JSON object')
  return value as Fields
}

/** A text; undefined if the field is missing or null. @throws {InvalidItem} for other types */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new InvalidItem(`${name} is no text`)
  // PostgreSQL stores no NUL, and neither engine half a character.
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

/** {@link listIn} for a list of objects. */
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
 * A whole number from 0; undefined if the field is missing or null. Larger numbers become {@link MAX_COUNT}, because an
 * export can contain slightly more than was imported.
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

/** A JSON string, or a number outside of strings. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** {@link fieldsOf} with whole numbers beyond 2^53 as texts of their digits. @throws {InvalidItem} */
export function exactFieldsOf(json: string): Fields {
  return fieldsOf(json.replace(TEXT_OR_NUMBER, (token) => (isInexact(token) ? `"${token}"` : token)))
}

function isInexact(token: string): boolean {
  if (token.startsWith('"')) return false
  const number = Number(token)
  return Number.isInteger(number) && !Number.isSafeInteger(number)
}

/**
 * An id, from the text `<name>_str`, or else from the field itself, a number or a text; undefined if both are missing.
 * @throws {InvalidItem} when it is not an id, or the two fields differ
 * @throws {DigitsLost} when the only value is a number that is too large
 */
export function idIn(fields: Fields, name: string): bigint | undefined {
  const twin = fields[`${name}_str`]
  const value = fields[name]
  if (typeof twin === 'string' && twin !== '') {
    const id = idOfDigits(twin, name)
    if (typeof value === 'number' && Number(id) !== value)
      throw new InvalidItem(`${name} and ${name}_str differ`)
    return id
  }
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new DigitsLost()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return idOfDigits(String(value), name)
  }
  throw new InvalidItem(`${name} is no id`)
}

function idOfDigits(digits: string, name: string): bigint {
  if (!/^\d+$/.test(digits))
    throw new InvalidItem(`${name} ${JSON.stringify(digits.slice(0, 30))} is no whole number`)
  const id = idOf(digits)
  if (id === undefined) throw new InvalidItem(`${name} is 0 or beyond 64 bits`)
  return id
}
