/** The operations in the OpenAPI document of the server. */

/** The parts of the OpenAPI document that the page shows. */
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Declared>>>>
  readonly components: {
    readonly responses: Readonly<Record<string, DeclaredResponse>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

interface Declared {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly DeclaredParameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, DeclaredResponse | Reference>>
  readonly 'x-stream'?: boolean
}

interface Reference {
  readonly $ref: string
}

interface DeclaredResponse {
  readonly description: string
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, { summary: string; value?: unknown }>> }>
  >
}

interface DeclaredParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly pattern?: string
  readonly format?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** An operation in the list. */
export interface Entry {
  readonly id: string
  readonly method: Method
  /** The path, with parameters in braces. */
  readonly path: string
  readonly family: Family
  readonly summary: string
}

/**
 * An entry whose operation is read from the document on demand, because a page shows only one of about 260
 * operations.
 */
export interface ListedEntry extends Entry {
  readonly read: () => Operation
}

export interface Operation extends Entry {
  readonly notes: readonly string[]
  /** Names of the security schemes in the document. */
  readonly security: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body: 'form' | 'json' | undefined
  readonly errors: readonly ApiError[]
  readonly isDeprecated: boolean
  readonly isStream: boolean
  readonly isTryable: boolean
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Parameter {
  readonly name: string
  readonly place: 'path' | 'query' | 'form'
  readonly isRequired: boolean
  readonly description: string
  readonly type: string
  /** Limits, defaults and accepted values, in words. */
  readonly limits: readonly string[]
}

export interface ApiError {
  readonly status: string
  readonly text: string
  /** An example of the body in JSON. */
  readonly example: string | undefined
}

/** Families of the public API, in the order of the page. Families of HTML pages are left out. */
export const FAMILIES = [
  '2',
  'v1.1',
  'labs/2',
  'labs/1',
  'oauth',
  'oauth2',
  '2/oauth2',
  'compliance',
] as const
export type Family = (typeof FAMILIES)[number]

/** Families for which the server can sign a developer's requests (spec/console.md#try-it). */
const TRYABLE: ReadonlySet<Family> = new Set(['2', 'v1.1', 'labs/2', 'labs/1'])

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const

/** @throws {Error} when the document cannot be loaded */
export async function loadEntries(): Promise<readonly ListedEntry[]> {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(`The API document could not be loaded: ${response.status}.`)
  return entriesOf((await response.json()) as OpenApi)
}

/** All entries, sorted by family and then by path. */
function entriesOf(document: OpenApi): readonly ListedEntry[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(METHODS).flatMap(([key, method]) => {
      const declared = methods[key]
      const family = FAMILIES.find((each) => each === declared?.tags[0])
      if (declared === undefined || family === undefined) return []
      const entry = { id: declared.operationId, method, path, family, summary: declared.summary }
      return [{ ...entry, read: () => operationOf(document, declared, entry) }]
    }),
  )
  const rank = ({ family }: Entry) => FAMILIES.indexOf(family)
  return all.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : Number(a.path > b.path)))
}

function operationOf(document: OpenApi, declared: Declared, entry: Entry): Operation {
  const content = declared.requestBody?.content ?? {}
  const form = content['application/x-www-form-urlencoded']?.schema
  const parameters = (declared.parameters ?? []).map((each) =>
    parameterOf(document, each.name, each.schema, each.in, each.required, each.description),
  )
  const fields = Object.entries(form?.properties ?? {}).map(([name, schema]) =>
    parameterOf(document, name, schema, 'form', form?.required?.includes(name) === true, schema.description),
  )
  return {
    ...entry,
    notes: (declared.description ?? '').split('\n\n').filter((note) => note !== ''),
    security: [...new Set((declared.security ?? []).flatMap((each) => Object.keys(each)))],
    parameters: [...parameters, ...fields],
    body: form !== undefined ? 'form' : 'application/json' in content ? 'json' : undefined,
    errors: errorsOf(document, declared),
    isDeprecated: declared.deprecated === true,
    isStream: declared['x-stream'] === true,
    isTryable: TRYABLE.has(entry.family),
  }
}

function parameterOf(
  document: OpenApi,
  name: string,
  declared: Schema,
  place: Parameter['place'],
  isRequired: boolean,
  description = '',
): Parameter {
  const schema = resolved(document, declared)
  return { name, place, isRequired, description, type: typeOf(schema), limits: limitsOf(document, schema) }
}

function resolved({ components }: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? schema)
}

function typeOf({ type, format, pattern, items }: Schema): string {
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  if (pattern === '^[0-9]{1,19}$') return 'id'
  return format ?? type ?? 'string'
}

function limitsOf(document: OpenApi, schema: Schema): string[] {
  const { minimum, maximum, maxLength, default: initial, items } = schema
  const values = valuesOf(items === undefined ? schema : resolved(document, items))
  const range =
    minimum === undefined
      ? maximum === undefined
        ? []
        : [`at most ${maximum}`]
      : [maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`]
  return [
    ...range,
    ...(maxLength === undefined ? [] : [`up to ${maxLength} characters`]),
    ...(initial === undefined || initial === '' ? [] : [`default ${String(initial)}`]),
    ...(values.length === 0 ? [] : [`one of ${values.join(', ')}`]),
  ]
}

function valuesOf({ enum: all, anyOf = [] }: Schema): readonly string[] {
  const constants = anyOf.flatMap(({ const: value }) => (value === undefined ? [] : [value]))
  return (all ?? constants).map(String)
}

function errorsOf({ components }: OpenApi, { responses }: Declared): ApiError[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const found =
        '$ref' in response ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response
      const examples = Object.values(found?.content ?? {}).flatMap(({ examples = {} }) =>
        Object.values(examples),
      )
      if (examples.length === 0) return [{ status, text: found?.description ?? '', example: undefined }]
      return examples.map(({ summary, value }) => ({
        status,
        text: summary,
        example: value === undefined ? undefined : JSON.stringify(value),
      }))
    })
}

/** True if the method, path and summary together contain every word of the search. */
export function matches({ method, path, summary }: Entry, search: string): boolean {
  const text = `${method} ${path} ${summary}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
