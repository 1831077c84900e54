/** Reads ids from fields of unvalidated JSON objects (spec/odd-values.md#odd-values). */

import { looksRounded } from '../lib/ids/rounding.ts'
import { ID_NAMES, LINK_NAMES, normalizedName } from './columns.ts'
import { InexactNumber } from './json-text.ts'
import { type IdSubject, idOfDigits, type ParsedId, parseId, parseLink, ROUNDED } from './parse-id.ts'

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber)
  )
}

export function fieldsIn(fields: Fields, name: string): Fields | undefined {
  const value = fields[name]
  return isFields(value) ? value : undefined
}

export function listIn(fields: Fields, name: string): readonly unknown[] | undefined {
  const value = fields[name]
  return Array.isArray(value) ? value : undefined
}

export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

/** Names that MongoDB's extended JSON uses to wrap numbers. */
const NUMBER_NAMES = ['$numberLong', '$numberInt', '$numberDouble', '$numberDecimal'] as const

/** The value without MongoDB's wrapper of a number. */
function unwrapped(value: unknown): unknown {
  if (!isFields(value)) return value
  for (const name of NUMBER_NAMES) if (isString(value[name])) return value[name]
  return value
}

/**
 * Parses a value as an id. Undefined for null, for an empty string, and for a value of a type other than string and
 * number.
 */
export function readIdValue(wrapped: unknown, subject: IdSubject): ParsedId | undefined {
  const value = unwrapped(wrapped)
  if (typeof value === 'bigint' || typeof value === 'number') return parseId(String(value), subject)
  if (value instanceof InexactNumber) return parseId(value.text, subject)
  if (!isString(value) || value.trim() === '') return undefined
  return parseId(value, subject)
}

/** An id in an object. `isExact` is true when the API wrote the id as a string; then no program can have rounded it. */
export interface FieldId {
  readonly parsed: ParsedId
  readonly isExact: boolean
}

/**
 * The id in a field, or in the field whose name has `_str` at the end. If the two ids differ only by rounding, the
 * field with `_str` is used. If a number lost digits and the same object has a post URL, the id in this URL is used.
 */
export function ownId(fields: Fields, name: string, subject: IdSubject): FieldId | undefined {
  const twin = readIdValue(fields[`${name}_str`], subject)
  const value = readIdValue(fields[name], subject)
  const isExact = isString(unwrapped(fields[name]))
  if (twin !== undefined && twin.fault === undefined) {
    const isSame = value === undefined || value.fault !== undefined || Number(value.id) === Number(twin.id)
    return isSame
      ? { parsed: twin, isExact: true }
      : { parsed: { fault: `${name} and ${name}_str are different ids` }, isExact: true }
  }
  const read = value ?? twin
  if (read === undefined) return undefined
  const isLost = read.fault !== undefined || (!isExact && looksRounded(read.digits))
  return (isLost ? idFromLink(fields, subject) : undefined) ?? { parsed: read, isExact }
}

/** The id in a post URL of an object. */
function idFromLink(fields: Fields, subject: IdSubject): FieldId | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const read =
      isString(value) && LINK_NAMES.includes(normalizedName(name))
        ? parseLink(value.trim(), subject)
        : undefined
    if (read !== undefined) return { parsed: read, isExact: true }
  }
  return undefined
}

/** The id in the first field whose name is known; used for objects that are neither posts nor users. */
export function namedId(fields: Fields, subject: IdSubject): FieldId | undefined {
  const names = new Map(Object.keys(fields).map((name) => [normalizedName(name), name]))
  for (const plain of ID_NAMES[subject]) {
    const name = names.get(plain)
    const read = name === undefined ? undefined : readIdValue(fields[name], subject)
    if (name === undefined || read === undefined) continue
    const isLost = read.fault === ROUNDED || (read.fault === undefined && looksRounded(read.digits))
    return (isLost ? idFromLink(fields, subject) : undefined) ?? { parsed: read, isExact: false }
  }
  const underscored = readIdValue(fields['_id'], subject)
  if (underscored !== undefined && underscored.fault === undefined)
    return { parsed: underscored, isExact: false }
  return idFromLink(fields, subject)
}

/** The digits after the last colon of an id in the Gnip format. */
export function taggedId(value: unknown): FieldId | undefined {
  const digits = isString(value) ? /(?:^|:)([0-9]{1,40})$/.exec(value)?.[1] : undefined
  return digits === undefined ? undefined : { parsed: idOfDigits(digits), isExact: true }
}
