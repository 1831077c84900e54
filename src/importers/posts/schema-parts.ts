/** Declares common parts of the schemas of imported objects. Stored parts use the schemas of the stored data. */
import { type TSchema, Type } from 'typebox'
import { COUNTRY, keywords, listOf } from '../../domain/posts/entity-schema.ts'
import type { RepairKeywords } from '../../lib/repair.ts'
import { idIn } from '../id-fields.ts'
import { type Fields, InvalidItem } from '../json-fields.ts'

type Mend = NonNullable<RepairKeywords['mend']>
type Noted = Parameters<Mend>[1]

/** Any JSON value, stored unchanged. */
export const KEPT = Type.Unknown(keywords({ kept: 'exact' }))
export const KEPT_MEMBERS = Type.Record(Type.String(), KEPT)

/** Fields that other code validates, with its own error messages. */
export const AS_IT_CAME = Type.Unknown()

/** Dates and other short texts that other code reads. */
export const SHORT_TEXT = Type.String(keywords({ longest: 100 }))
export const FLAG = Type.Boolean()

/**
 * A list of country codes in upper or lower case, or a text of codes with commas or spaces between them. The result is
 * in upper case, is sorted and has no duplicates.
 */
export const COUNTRIES = listOf(COUNTRY, { mend: countriesOf })

function countriesOf(value: unknown, note: Noted): unknown {
  const list = typeof value === 'string' && value !== '' ? value.split(/[\s,]+/) : value
  if (list !== value) note('', 'another type')
  if (!Array.isArray(list)) return list
  const codes = list.map((code) => (typeof code === 'string' ? code.toUpperCase() : (code as unknown)))
  if (codes.some((code, index) => code !== list[index])) note('', 'out of range')
  return [...new Set(codes)].sort()
}

/**
 * Names of the ids of other objects; a file contains each id as a number and as `<name>_str`. The import stores the
 * text.
 */
export interface NamedIds {
  /** Names of ids that an object needs to be valid. */
  readonly required?: readonly string[]
  readonly optional?: readonly string[]
}

/**
 * Replaces each id by a text of digits in `<name>_str`. An invalid id is dropped and reported. 0, -1 and an empty value
 * mean that the id is absent.
 */
export function digitsOf({ required = [], optional = [] }: NamedIds): Mend {
  const names = [...required, ...optional]
  const replaced = new Set(names.flatMap((name) => [name, `${name}_str`]))
  return (value, note) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const given = value as Fields
    // The code copies the object without the replaced fields, because V8 reads objects with deleted fields several
    // times slower.
    const fields: Record<string, unknown> = {}
    for (const name of Object.keys(given)) if (!replaced.has(name)) fields[name] = given[name]
    for (const name of names) {
      const digits = digitsIn(given, name, note)
      if (digits !== undefined) fields[`${name}_str`] = digits
    }
    if (required.every((name) => `${name}_str` in fields)) return fields
    note('', 'no id')
    return undefined
  }
}

function digitsIn(fields: Fields, name: string, note: Noted): string | undefined {
  try {
    const id = idIn(fields, name)
    return id === undefined ? undefined : String(id)
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error
    note(name, 'no id')
    return undefined
  }
}

/** Schemas of the texts that {@link digitsOf} writes. */
export function idTexts(names: readonly string[]): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(names.map((name) => [`${name}_str`, Type.String()]))
}
