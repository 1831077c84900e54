/** Fields of a JSON object that nobody has checked yet. */
import { MAX_COUNT } from '../domain/posts/entity-schema.ts'
import { DigitsLost } from '../lib/repair.ts'
import { idOf } from './ids.ts'

/** Thrown for an object that is not what it should be; the message tells of one fault. */
export class Misfit extends Error {
  override readonly name = 'Misfit'
}

export type Fields = Readonly<Record<string, unknown>>

/** The object of a JSON text. @throws {Misfit} */
export function fieldsOf(json: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new Misfit('not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Misfit('no JSON object')
  return value as Fields
}

/** A text; undefined when the field is not there, or null. @throws {Misfit} when it is something else */
export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new Misfit(`${name} is no text`)
  // PostgreSQL stores no NUL, and neither engine half a character.
  if (!value.isWellFormed() || value.includes('\0')) {
    throw new Misfit(`${name} holds a NUL or half a character, which no database stores; take it out`)
  }
  return value
}

/** True or false; undefined when the field is not there, or null. @throws {Misfit} when it is something else */
export function flagIn(fields: Fields, name: string): boolean | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'boolean') throw new Misfit(`${name} is neither true nor false`)
  return value
}

/** An object; undefined when the field is not there, or null. @throws {Misfit} when it is something else */
export function objectIn(fields: Fields, name: string): Fields | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new Misfit(`${name} is no object`)
  return value as Fields
}

/** A list; empty when the field is not there, or null. @throws {Misfit} when it is something else */
export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name]
  if (value === undefined || value === null) return NOTHING
  if (!Array.isArray(value)) throw new Misfit(`${name} is no list`)
  return value
}

const NOTHING: readonly unknown[] = Object.freeze([])

/** The objects of a list, as {@link listIn}. */
export function objectsIn(fields: Fields, name: string): readonly Fields[] {
  const list = listIn(fields, name)
  for (const entry of list) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new Misfit(`${name} holds something that is no object`)
    }
  }
  return list as readonly Fields[]
}

/**
 * A whole number from 0; undefined when the field is not there, or null. What is beyond {@link MAX_COUNT} is that: an
 * export may hold a little more than was imported, and is taken again.
 * @throws {Misfit}
 */
export function countIn(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) {
    return Math.min(count, MAX_COUNT)
  }
  throw new Misfit(`${name} is no count`)
}

/** A text of JSON, or a number outside of texts. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** As {@link fieldsOf}, with whole numbers beyond 2^53 as texts of their digits. @throws {Misfit} */
export function exactFieldsOf(json: string): Fields {
  return fieldsOf(json.replace(TEXT_OR_NUMBER, (token) => (isInexact(token) ? `"${token}"` : token)))
}

function isInexact(token: string): boolean {
  if (token.startsWith('"')) return false
  const number = Number(token)
  return Number.isInteger(number) && !Number.isSafeInteger(number)
}

/**
 * An id, from the text `<name>_str` or else from the field itself, which may be a number or a text; undefined when
 * there is neither.
 * @throws {Misfit} when it is no id, or the two differ
 * @throws {DigitsLost} when there is only a number and it is too large
 */
export function idIn(fields: Fields, name: string): bigint | undefined {
  const twin = fields[`${name}_str`]
  const value = fields[name]
  if (typeof twin === 'string' && twin !== '') {
    const id = idOfDigits(twin, name)
    if (typeof value === 'number' && Number(id) !== value) throw new Misfit(`${name} and ${name}_str differ`)
    return id
  }
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new DigitsLost()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return idOfDigits(String(value), name)
  }
  throw new Misfit(`${name} is no id`)
}

function idOfDigits(digits: string, name: string): bigint {
  if (!/^\d+$/.test(digits))
    throw new Misfit(`${name} ${JSON.stringify(digits.slice(0, 30))} is no whole number`)
  const id = idOf(digits)
  if (id === undefined) throw new Misfit(`${name} is 0 or beyond 64 bits`)
  return id
}
