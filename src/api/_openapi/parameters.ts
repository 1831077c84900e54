/** Paths and parameters of endpoints, in the form of the API document. */
import { IsOptional, type TSchema } from 'typebox'
import type { BodySpec, Endpoint, MultipartSpec } from '../../http/endpoint.ts'
import type { Components, Json } from './components.ts'

/** Matches a parameter in a path of the router, with an optional pattern after its name. */
const PLACE = /:(\w+)(\([^)]*\))?/g

/** Converts a path: `/a/:id.json` becomes `/a/{id}.json`. */
export function templateOf(path: string): string {
  return path.replaceAll(PLACE, '{$1}')
}

/** Parameters and body of an operation. */
export interface Input {
  readonly parameters?: readonly Json[]
  readonly requestBody?: Json
}

/**
 * The parameters of an endpoint at one of its paths. The document shows the parameters of a POST or PUT in a
 * form, unless the endpoint has another body, and all other parameters in the query. The server itself reads
 * parameters from the form and the query.
 */
export function inputOf(
  {
    method,
    params,
    body,
    multipart,
  }: Pick<Endpoint<never, never>, 'method' | 'params' | 'body' | 'multipart'>,
  path: string,
  components: Components,
): Input {
  const inPath = [...path.matchAll(PLACE)].map(([, name = '']) => name)
  const schemas = new Map(Object.entries(params).map(([name, { schema }]) => [name, schema]))
  const others = [...schemas].filter(([name]) => !inPath.includes(name))
  const places = inPath.map((name) => parameter('path', name, schemas.get(name) ?? {}, components))
  const hasForm = body === undefined && (method === 'POST' || method === 'PUT')
  const query = hasForm ? [] : others.map(([name, schema]) => parameter('query', name, schema, components))
  const parameters = [...places, ...query]
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasForm && others.length > 0 ? { requestBody: formOf(others, components, multipart) } : {}),
    ...(body === undefined ? {} : { requestBody: jsonOf(body, components) }),
  }
}

function jsonOf({ schema }: BodySpec, components: Components): Json {
  return { required: true, content: { 'application/json': { schema: components.schema(schema) } } }
}

function parameter(place: 'path' | 'query', name: string, schema: TSchema, components: Components): Json {
  const { description, ...rest } = components.schema(schema)
  return {
    name,
    in: place,
    required: place === 'path' || !IsOptional(schema),
    ...(description === undefined ? {} : { description }),
    // A list is sent as one value with commas.
    ...(rest['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: place === 'path' && rest['type'] === undefined ? { type: 'string' } : rest,
  }
}

function formOf(
  fields: readonly (readonly [string, TSchema])[],
  components: Components,
  multipart: MultipartSpec | undefined,
): Json {
  const required = fields.filter(([, schema]) => !IsOptional(schema)).map(([name]) => name)
  const properties = Object.fromEntries(fields.map(([name, schema]) => [name, components.schema(schema)]))
  const schema = { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
  return {
    ...(required.length === 0 ? {} : { required: true }),
    content: {
      'application/x-www-form-urlencoded': { schema },
      ...(multipart === undefined ? {} : { 'multipart/form-data': { schema: withFiles(schema, multipart) } }),
    },
  }
}

/** The schema of a form, in which some fields are files. */
function withFiles(
  form: Json & { readonly properties: Readonly<Record<string, Json>> },
  { files }: MultipartSpec,
): Json {
  const fields = Object.entries(form.properties).map(([name, field]) => [
    name,
    files[name] === 'binary' ? { ...field, format: 'binary' } : field,
  ])
  return { ...form, properties: Object.fromEntries(fields) }
}
