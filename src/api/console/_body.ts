/** JSON bodies of requests to the console, typed by their schemas. */
import type { Static, TObject } from 'typebox'
import { Errors } from 'typebox/schema'
import type { BodySpec } from '../../http/endpoint.ts'
import type { JsonValue } from '../../lib/json.ts'
import { ConsoleProblem } from './_problems.ts'

/** A JSON body. The endpoint declares `spec`, and its handler calls `read`. */
export interface ConsoleBody<Schema extends TObject> {
  readonly spec: BodySpec & { readonly kind: 'json' }
  /**
   * Checks the body against its schema.
   * @throws {ConsoleProblem} `field-invalid` with the name of the member
   */
  read(json: JsonValue): Static<Schema>
}

/**
 * Declares a body with a schema. Strings must be well-formed Unicode without NUL, which PostgreSQL cannot store.
 * @param maxBytes the maximum size; default: the limit of all JSON bodies
 */
export function consoleBody<Schema extends TObject>(schema: Schema, maxBytes?: number): ConsoleBody<Schema> {
  return {
    spec: { kind: 'json', schema, ...(maxBytes === undefined ? {} : { maxBytes }) },
    read(json) {
      const [isValid, errors] = Errors(schema, json)
      const [first] = errors
      if (!isValid) throw fieldProblem(first)
      const broken = brokenText(json)
      if (broken !== undefined) throw new ConsoleProblem('field-invalid', { field: broken })
      return json as Static<Schema>
    },
  }
}

interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: object
  readonly message: string
}

function fieldProblem(error: SchemaError | undefined): ConsoleProblem {
  if (error === undefined) return new ConsoleProblem('field-invalid')
  const { instancePath, message, params } = error
  const parents = instancePath.split('/').slice(1)
  const missing = missingIn(params)
  const field = [...parents, ...(missing === undefined ? [] : [missing])].join('.')
  if (field === '') return new ConsoleProblem('field-invalid', { message: `The body ${message}.` })
  return new ConsoleProblem('field-invalid', {
    field,
    message:
      missing === undefined ? `The value of ${field} ${message}.` : `The value of ${field} is missing.`,
  })
}

/** The first member that the schema requires and the body lacks; undefined for another error. */
function missingIn(params: object): string | undefined {
  if (!('requiredProperties' in params) || !Array.isArray(params.requiredProperties)) return undefined
  const [first] = params.requiredProperties as readonly string[]
  return first
}

/** The path of a string that PostgreSQL cannot store; undefined when there is none. */
function brokenText(value: JsonValue, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? path.join('.') : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, each] of Object.entries(value)) {
    const broken = brokenText(each as JsonValue, [...path, name])
    if (broken !== undefined) return broken
  }
  return undefined
}
