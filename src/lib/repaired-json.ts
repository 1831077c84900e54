/** Reads stored JSON that earlier versions of Aviary did not fully validate. */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/schema'
import { IGNORE_FAULTS, repaired } from './repair.ts'

/** Matches escapes that `JSON.stringify` writes for characters that must not occur: NUL and lone surrogates. */
const FAULTY_TEXT = /\\u(?:0000|d[89a-f])/i

/**
 * JSON with fewer characters than this is not checked for texts that are too long. Nearly all limits in the schemas are
 * at least as large, so only a few short fields, such as the content type of a video, may keep a longer text.
 */
const SHORT = 1_000

/**
 * Makes a function that reads JSON texts by a schema. Using a compiled validator costs a fraction of parsing. Valid
 * values are returned unchanged, and other values are repaired. If nothing of a value remains, the function returns
 * `empty`.
 * @throws {SyntaxError} when a text is not JSON
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
