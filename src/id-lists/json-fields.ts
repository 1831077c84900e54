/** Reads ids from fields of unvalidated JSON objects (spec/odd-values.md#odd-values). */
import { ID_NAMES, LINK_NAMES, normalizedName } from './columns.ts'
import { InexactNumber } from './json-text.ts'
import { type IdSubject, idOfDigits, type ParsedId, parseId, parseLink, ROUNDED } from './parse-id.ts'
import { looksRounded } from './rounding.ts'

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

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Wrappers of numbers in the extended JSON of MongoDB. */
const NUMBER_NAMES = ['$numberLong', '$numberInt', '$numberDouble', '$numberDecimal'] as const

/** A value without the number wrappers of MongoDB. */
function unwrapped(value: unknown): unknown {
  if (!isFields(value)) return value
  for (const name of NUMBER_NAMES) if (isText(value[name])) return value[name]
  return value
}

/** Parses a value as an id. Returns undefined for null, an empty text, and values of other types. */
export function readIdValue(wrapped: unknown, subject: IdSubject): ParsedId | undefined {
  const value = unwrapped(wrapped)
  if (typeof value === 'bigint' || typeof value === 'number') return parseId(String(value), subject)
  if (value instanceof InexactNumber) return parseId(value.text, subject)
  if (!isText(value) || value.trim() === '') return undefined
  return parseId(value, subject)
}

/** An id of an object. With `isText` the API wrote it as a text, so it was not rounded. */
interface OwnId {
  readonly read: ParsedId
  readonly isText: boolean
}

/**
 * The id in a field or its `_str` twin. If they differ only by rounding, the text is right. A number that lost digits is
 * recovered from a post URL in the same object, if there is one.
 */
export function ownId(fields: Fields, name: string, subject: IdSubject): OwnId | undefined {
  const twin = readIdValue(fields[`${name}_str`], subject)
  const value = readIdValue(fields[name], subject)
  const isWritten = isText(unwrapped(fields[name]))
  if (twin !== undefined && twin.fault === undefined) {
    const isSame = value === undefined || value.fault !== undefined || Number(value.id) === Number(twin.id)
    return isSame
      ? { read: twin, isText: true }
      : { read: { fault: `${name} and ${name}_str are different ids` }, isText: true }
  }
  const read = value ?? twin
  if (read === undefined) return undefined
  const isLost = read.fault !== undefined || (!isWritten && looksRounded(read.digits))
  return (isLost ? linked(fields, subject) : undefined) ?? { read, isText: isWritten }
}

/** The id in a post URL of the object. */
function linked(fields: Fields, subject: IdSubject): OwnId | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const read =
      isText(value) && LINK_NAMES.includes(normalizedName(name))
        ? parseLink(value.trim(), subject)
        : undefined
    if (read !== undefined) return { read, isText: true }
  }
  return undefined
}

/** The id in the first field with a recognised name, for objects that are neither posts nor users. */
export function namedId(fields: Fields, subject: IdSubject): OwnId | undefined {
  const names = new Map(Object.keys(fields).map((name) => [normalizedName(name), name]))
  for (const plain of ID_NAMES[subject]) {
    const name = names.get(plain)
    const read = name === undefined ? undefined : readIdValue(fields[name], subject)
    if (name === undefined || read === undefined) continue
    const isLost = read.fault === ROUNDED || (read.fault === undefined && looksRounded(read.digits))
    return (isLost ? linked(fields, subject) : undefined) ?? { read, isText: false }
  }
  const underscored = readIdValue(fields['_id'], subject)
  if (underscored !== undefined && underscored.fault === undefined)
    return { read: underscored, isText: false }
  return linked(fields, subject)
}

/** The digits after the last colon of a Gnip id. */
export function taggedId(value: unknown): OwnId | undefined {
  const digits = isText(value) ? /(?:^|:)([0-9]{1,40})$/.exec(value)?.[1] : undefined
  return digits === undefined ? undefined : { read: idOfDigits(digits), isText: true }
}
