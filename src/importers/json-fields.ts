/** Fields of a JSON object that nobody has checked yet. */

/** Thrown for an object that is not what it should be; the message tells of one fault. */
export class Misfit extends Error {
  override readonly name = 'Misfit'
}

export type Fields = Readonly<Record<string, unknown>>

/** PostgreSQL stores no NUL, and neither engine half a character. */
const NOT_STORED = /[\0\p{Cs}]/u

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
  if (NOT_STORED.test(value)) {
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
