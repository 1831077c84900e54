/** Checks values of documents against schemas. Messages name the allowed values. */
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'

/** Keys and indexes from the root to a value, such as `['users', 0, 'screen_name']`. */
export type DocumentPath = readonly (string | number)[]

export interface WrongValue {
  readonly path: DocumentPath
  readonly message: string
}

/** The members of schemas that this file uses. */
interface SchemaParts {
  readonly type?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

/**
 * Converts whole numbers to the types of the schema. Where the schema has ids, numbers and strings of digits become
 * bigints. Elsewhere, bigints become numbers.
 */
export function withNumbersOf(schema: TSchema | undefined, value: unknown): unknown {
  const { type, properties = {}, items, anyOf = [] } = (schema ?? {}) as SchemaParts
  if (type === 'bigint') {
    const isWhole = typeof value === 'string' ? /^\d{1,19}$/.test(value) : Number.isSafeInteger(value)
    return isWhole ? BigInt(value as string | number) : value
  }
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map((item) => withNumbersOf(items, item))
  if (typeof value !== 'object' || value === null) return value
  const object = anyOf.find((each) => (each as SchemaParts).properties !== undefined)
  if (object !== undefined) return withNumbersOf(object, value)
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined
      return [key, withNumbersOf(known, member)]
    }),
  )
}

/**
 * The wrong parts of a value. Objects of the schema must forbid additional properties. If the schema of a scalar has
 * no example, the message is "must be DESCRIPTION"; otherwise "must be like EXAMPLE: DESCRIPTION".
 * @param at path of `value` in the document
 */
export function errorsOf(schema: TSchema, value: unknown, at: DocumentPath = []): readonly WrongValue[] {
  const [, errors] = Errors(schema, value)
  // When a value matches no alternative of a union, only the error of the union is reported, not the errors of its
  // alternatives.
  const unions = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .map(({ schemaPath }) => `${schemaPath}/anyOf/`)
  return errors
    .filter(({ schemaPath }) => !unions.some((union) => schemaPath.startsWith(union)))
    .flatMap(({ keyword, schemaPath, instancePath, params }): readonly WrongValue[] => {
      const path = [...at, ...pathOf(instancePath)]
      const part = schemaAt(schema, schemaPath)
      if (keyword === 'additionalProperties') {
        const known = Object.keys(part.properties ?? {}).join(', ')
        const { additionalProperties: keys } = params as { readonly additionalProperties: readonly string[] }
        return keys.map((key) => ({ path: [...path, key], message: `unknown key; known are ${known}` }))
      }
      if (keyword === 'required') {
        const { requiredProperties: keys } = params as { readonly requiredProperties: readonly string[] }
        return [{ path, message: `needs ${keys.map((key) => withExample(key, part)).join(' and ')}` }]
      }
      // An unknown key has the schema `false`. Its error is reported together with the key.
      return keyword === 'boolean' ? [] : [{ path, message: `must be ${describe(part, keyword)}` }]
    })
}

function withExample(key: string, { properties = {} }: SchemaParts): string {
  const { examples } = (properties[key] ?? {}) as SchemaParts
  return examples === undefined ? key : `${key}, such as ${key}: ${JSON.stringify(examples[0])}`
}

function describe({ description, examples, type }: SchemaParts, keyword: string): string {
  if (examples !== undefined) return `like ${JSON.stringify(examples[0])}: ${description}`
  if (description !== undefined) return description
  if (type === 'array') return keyword === 'type' ? 'a list' : 'a shorter list'
  if (type === 'object') return 'a map of keys and values'
  return type === 'boolean' ? 'true or false' : `of the type ${type ?? keyword}`
}

function pathOf(pointer: string): DocumentPath {
  return partsOf(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function partsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function schemaAt(schema: TSchema, pointer: string): SchemaParts {
  let found: unknown = schema
  for (const part of partsOf(pointer)) found = (found as Record<string, unknown> | undefined)?.[part]
  return (found ?? {}) as SchemaParts
}
