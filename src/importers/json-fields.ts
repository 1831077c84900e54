/** Fields of a JSON object that nobody has checked yet. */
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
 * A whole number from 0; undefined when the field is not there, or null. What is beyond {@link COUNT_LARGEST} is that: an
 * export may hold a little more than was imported, and is taken again.
 * @throws {Misfit}
 */
export function countIn(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) {
    return Math.min(count, COUNT_LARGEST)
  }
  throw new Misfit(`${name} is no count`)
}

/** Far beyond what anything counts, and so far below 2^53 that it can be counted on and all counts of a post be summed up. */
const COUNT_LARGEST = 10 ** 15

/**
 * Thrown when a number has more digits than JavaScript gives back. The text is then read again by
 * {@link exactFieldsOf}: slowly, so only when it matters.
 */
export class DigitsLost extends Error {
  override readonly name = 'DigitsLost'
}

/** As {@link fieldsOf}, with whole numbers beyond 2^53 as bigint, or as text when they are no ids. @throws {Misfit} */
export function exactFieldsOf(json: string): Fields {
  // Reading with a function goes as deep as the text does.
  demandShallow(fieldsOf(json), 'the object')
  return JSON.parse(json, exactly as (key: string, value: unknown) => unknown) as Fields
}

function exactly(_key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value
  return /^-?\d{1,20}$/.test(source) ? BigInt(source) : source
}

/** How deep what is kept as it came may be nested: what walks over it calls itself. */
const DEEPEST = 40

/** @throws {Misfit} when a value is nested too deeply */
export function demandShallow(value: unknown, name: string, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEEPEST) throw new Misfit(`${name} is nested too deeply`)
  for (const inner of Object.values(value)) demandShallow(inner, name, depth + 1)
}

/**
 * A value to be kept as it came. Whole numbers beyond 2^53 become texts of their digits, as no program would read them
 * right.
 * @throws {Misfit} when it is nested too deeply
 * @throws {DigitsLost}
 */
export function keptOf(value: unknown, name: string, depth = 0): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new DigitsLost()
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) throw new Misfit(`${name} is nested too deeply`)
  if (Array.isArray(value)) return value.map((inner) => keptOf(inner, name, depth + 1))
  const object: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    Object.defineProperty(object, key, {
      value: keptOf((value as Fields)[key], name, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return object
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
