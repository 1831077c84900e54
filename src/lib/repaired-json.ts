/** Stored JSON, as the program reads it now: earlier versions stored what nobody had checked to its last level. */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { IGNORE_FAULTS, repaired } from './repair.ts'

/** Escapes that `JSON.stringify` writes for what texts must not hold: NUL, and halves of characters. */
const FAULTY_TEXT = /\\u(?:0000|d[89a-f])/i

/** Characters of JSON in which nothing is looked for that is too long: no bound of a schema is smaller. */
const SHORT = 1_000

/**
 * Reads JSON texts as a schema says: what is sound as it is, which a compiled check finds for a small part of what
 * parsing takes; anything else repaired, and `empty` when nothing is left of it.
 * @throws {SyntaxError} when a text is no JSON
 */
export function repairedJson<T>(schema: TSchema, empty: T): (json: string) => T {
  let validator: Validator | undefined
  return (json) => {
    const value: unknown = JSON.parse(json)
    validator ??= Compile(schema)
    if (json.length < SHORT && !FAULTY_TEXT.test(json) && validator.Check(value)) return value as T
    return (repaired(schema, value, IGNORE_FAULTS) ?? empty) as T
  }
}
