/** Validates OpenAPI documents against their meta-schema, and bodies against the schemas of a document. */
import assert from 'node:assert/strict'
import {
  registerSchema,
  unregisterSchema,
  type Validator,
  validate,
} from '@hyperjump/json-schema/openapi-3-1'
import { closed } from './closed-schema.ts'

export type Json = { readonly [key: string]: Json } & object

export interface MediaType {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Readonly<Record<string, unknown>>
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Form }>> }
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>
  readonly 'x-rate-limit'?: Readonly<Record<string, unknown>>
  readonly 'x-deprecated-from'?: string
  readonly 'x-sunset'?: string
  readonly 'x-successor'?: string
}

export interface Form {
  readonly properties: Readonly<Record<string, unknown>>
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
}

/** The meta-schema that also checks every schema of a document. */
const META = 'https://spec.openapis.org/oas/3.1/schema-base'

/** Asserts that `document` is an OpenAPI 3.1 document. */
export async function assertOpenApi(document: unknown): Promise<void> {
  const output = await validate(META, asJson(document), 'BASIC')
  assert.ok(output.valid, JSON.stringify(output, null, 1).slice(0, 4_000))
}

/** Every operation by method and path, such as `GET /1.1/followers/ids.json`. */
export function operationsOf({ paths }: OpenApiDocument): ReadonlyMap<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
      ),
    ),
  )
}

/** The declaration of a status in an operation, with its references resolved. */
export function responseOf(
  document: OpenApiDocument,
  operation: Operation,
  status: number,
): ResponseObject | undefined {
  const response = operation.responses[status]
  if (response === undefined || !('$ref' in response)) return response
  return document.components.responses[response.$ref.replace('#/components/responses/', '')]
}

/** Asserts that `body` matches `schema` and has no undeclared property. */
export async function assertMatches(
  document: OpenApiDocument,
  schema: object,
  body: unknown,
  about: string,
): Promise<void> {
  const output = (await validatorOf(document, schema))(asJson(body), 'BASIC')
  if (output.valid) return
  assert.fail(`${about}: ${JSON.stringify(output).slice(0, 2_000)}\n${JSON.stringify(body).slice(0, 2_000)}`)
}

/**
 * Validators are cached for each document by the text of the schema, because it takes longer to compile a
 * schema than to validate a thousand times.
 */
const validators = new WeakMap<OpenApiDocument, Map<string, Promise<Validator>>>()

function validatorOf(document: OpenApiDocument, schema: object): Promise<Validator> {
  const own = validators.get(document) ?? new Map<string, Promise<Validator>>()
  validators.set(document, own)
  const text = JSON.stringify(schema)
  const validator = own.get(text) ?? prepare(document, schema)
  own.set(text, validator)
  return validator
}

async function prepare({ components }: OpenApiDocument, schema: object): Promise<Validator> {
  const uri = 'https://aviary.test/schema'
  const whole = withOwnReferences(closed({ ...schema, $defs: components.schemas }))
  registerSchema(asJson(whole), uri, 'https://json-schema.org/draft/2020-12/schema')
  try {
    return await validate(uri)
  } finally {
    unregisterSchema(uri)
  }
}

/** The schema, with references to its own `$defs` instead of the components of the document. */
function withOwnReferences(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'))
}

function asJson(value: unknown) {
  return JSON.parse(JSON.stringify(value))
}
