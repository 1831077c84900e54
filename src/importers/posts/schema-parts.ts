/** What the schemas of imported objects have in common; what they say of parts that are stored is what storage says. */
import { type TSchema, Type } from 'typebox'
import { COUNTRY, keywords, listOf } from '../../domain/posts/entity-schema.ts'
import type { RepairKeywords } from '../../lib/repair.ts'
import { type Fields, idIn, Misfit } from '../json-fields.ts'

type Mend = NonNullable<RepairKeywords['mend']>
type Noted = Parameters<Mend>[1]

/** Any JSON value that is kept as it came. */
export const KEPT = Type.Unknown(keywords({ kept: 'exact' }))
export const KEPT_MEMBERS = Type.Record(Type.String(), KEPT)

/** What is read by other code, with errors of its own. */
export const AS_IT_CAME = Type.Unknown()

/** Dates and the like, which other code reads. */
export const SHORT_TEXT = Type.String(keywords({ longest: 100 }))
export const FLAG = Type.Boolean()

/** Country codes, in any case; each once, sorted. One that is alone may stand for a list. */
export const COUNTRIES = listOf(COUNTRY, { mend: countriesOf })

function countriesOf(value: unknown, note: Noted): unknown {
  const list = typeof value === 'string' && value !== '' ? value.split(/[\s,]+/) : value
  if (list !== value) note('', 'another type')
  if (!Array.isArray(list)) return list
  const codes = list.map((code) => (typeof code === 'string' ? code.toUpperCase() : (code as unknown)))
  if (codes.some((code, index) => code !== list[index])) note('', 'out of range')
  return [...new Set(codes)].sort()
}

/** Ids that an object names others by: each in two forms, the number and `<name>_str`, of which the text is left. */
export interface NamedIds {
  /** Without one of these the object is none. */
  readonly required?: readonly string[]
  readonly optional?: readonly string[]
}

/**
 * Leaves of each id its digits, as `<name>_str`. One that is none is left out, and noted; 0, -1 and nothing say that
 * there is none.
 */
export function digitsOf({ required = [], optional = [] }: NamedIds): Mend {
  return (value, note) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fields: Record<string, unknown> = { ...value }
    for (const name of [...required, ...optional]) {
      const digits = digitsIn(fields, name, note)
      delete fields[name]
      delete fields[`${name}_str`]
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
    if (!(error instanceof Misfit)) throw error
    note(name, 'no id')
    return undefined
  }
}

/** Of ids that {@link digitsOf} has read. */
export function idTexts(names: readonly string[]): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(names.map((name) => [`${name}_str`, Type.String()]))
}
