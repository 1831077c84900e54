/** Defines the formats of Labs v1, which determine the fields of an object (spec/labs-v1.md#formats). */
import { type TSchema, Type } from 'typebox'
import type { Day } from '../fields/day.ts'
import type { ObjectField } from '../fields/object-table.ts'

export const FORMATS = ['compact', 'default', 'detailed'] as const
export type Format = (typeof FORMATS)[number]

const RANKS: Readonly<Record<Format, number>> = { compact: 0, default: 1, detailed: 2 }

/** True if objects in `format` have the fields that are first shown in the format `from`. */
export function holds(format: Format, from: Format): boolean {
  return RANKS[format] >= RANKS[from]
}

/** The requested format for each kind of object that has formats. Media and polls always have all fields. */
export interface Formats {
  readonly tweet: Format
  readonly user: Format
  readonly place: Format
}

/** The input of an object that has formats. */
export interface Formatted {
  readonly format: Format
}

/**
 * A field of an object that has formats. Empty fields are left out, because Labs v1 has no nulls.
 * @param from the smallest format that shows the field
 */
export function shown<Input extends Formatted>(
  name: string,
  schema: TSchema,
  value: (input: Input, day: Day) => unknown,
  from: Format = 'compact',
): ObjectField<Input> {
  return {
    name,
    schema: Type.Optional(schema),
    value: (input, day) => (holds(input.format, from) ? unlessEmpty(value(input, day)) : undefined),
  }
}

/** A field of an object without formats. Empty fields are left out. */
export function present<Input>(
  name: string,
  schema: TSchema,
  value: (input: Input) => unknown,
): ObjectField<Input> {
  return { name, schema: Type.Optional(schema), value: (input) => unlessEmpty(value(input)) }
}

/** The field `format`, which is the last field of posts, users and places. */
export const FORMAT_FIELD = {
  name: 'format',
  schema: Type.Union(FORMATS.map((format) => Type.Literal(format))),
  value: ({ format }: Formatted) => format,
} as const

/** A field as JSON text with a comma before it; an empty text if the value is empty. */
export function member(name: string, value: unknown): string {
  return isEmpty(value) ? '' : `,"${name}":${JSON.stringify(value)}`
}

/** The value; undefined for null, for an empty list and for an empty object. */
export function unlessEmpty(value: unknown): unknown {
  return isEmpty(value) ? undefined : value
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value) return false
  return true
}
