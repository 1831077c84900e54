/** Responses of endpoints, successes and errors, in the form of the API document. */
import { STATUS_CODES } from 'node:http'
import type { Caller } from '../../auth/caller.ts'
import type { Answer, Endpoint, Family, SuccessResponse } from '../../http/endpoint.ts'
import type { Services } from '../_services.ts'
import type { Retirement } from '../_versions/lifetime.ts'
import type { Components, Json } from './components.ts'
import { type PossibleRefusal, refusalsOf } from './refusals.ts'

/** All responses of `endpoint`, by status. */
export function responsesOf(
  family: Family<Caller, Services>,
  endpoint: Endpoint<Caller, Services>,
  retirement: Retirement | undefined,
  components: Components,
): Json {
  const headers = endpoint.window === undefined ? {} : { headers: RATE_HEADERS }
  const good = (endpoint.answers ?? [{}]).map((answer) => [
    String(answer.status ?? 200),
    { ...goodResponse(family, answer, components), ...headers },
  ])
  const refusals = Map.groupBy(refusalsOf(family, endpoint, retirement), ({ answer }) => answer.status)
  const bad = [...refusals]
    .toSorted(([a], [b]) => a - b)
    .map(([status, possible]) => {
      const response = errorResponse(family, possible, components)
      const name = `${family.name.replaceAll('/', '-')}-${status}`
      return [String(status), components.response(name, { ...response, ...headers })]
    })
  return Object.fromEntries([...good, ...bad])
}

/** Rate limit headers of limited endpoints (spec/limits.md#headers). */
export const RATE_LIMIT_HEADERS: Readonly<Record<string, Json>> = {
  'x-rate-limit-limit': {
    description: 'Maximum number of requests in the window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'x-rate-limit-remaining': {
    description: 'Requests left in the window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'x-rate-limit-reset': {
    description: 'End of the window, in seconds since the Unix epoch.',
    schema: { type: 'integer', format: 'int64' },
  },
}

const RATE_HEADERS = Object.fromEntries(
  Object.keys(RATE_LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

function goodResponse(
  family: Family<Caller, Services>,
  { status = 200, description, schema, type }: SuccessResponse,
  components: Components,
): Json {
  const words = { description: description ?? STATUS_CODES[status] ?? '' }
  if (schema === undefined && status !== 200) return words
  const media = mediaTypeOf(type ?? family.headers['content-type'])
  const body = schema === undefined ? anythingOf(media) : components.schema(schema)
  return { ...words, content: { [media]: { schema: body } } }
}

function errorResponse(
  family: Family<Caller, Services>,
  refusals: readonly PossibleRefusal[],
  components: Components,
): Json {
  const description = [...new Set(refusals.map(({ when }) => when))].join('\n')
  const content: Record<string, Json> = {}
  for (const [media, examples] of Map.groupBy(refusals, ({ answer }) => typeOf(family, answer))) {
    content[media] = isJson(media)
      ? { schema: components.schema(family.description.errorBody), examples: examplesOf(examples) }
      : { schema: anythingOf(media) }
  }
  return { description, content }
}

/** The examples of error bodies. Errors with equal bodies have one example. */
function examplesOf(refusals: readonly PossibleRefusal[]): Json {
  const bodies = new Map(refusals.map((refusal) => [refusal.answer.body, refusal]))
  return Object.fromEntries(
    [...bodies].map(([body, { name, when }]) => [name, { summary: when, value: JSON.parse(body ?? 'null') }]),
  )
}

function typeOf(family: Family<Caller, Services>, { headers }: Answer): string {
  return mediaTypeOf(headers?.['content-type'] ?? family.headers['content-type'])
}

/** A content type without its parameters. */
export function mediaTypeOf(contentType = 'application/json'): string {
  return contentType.replace(/;.*/, '')
}

function isJson(media: string): boolean {
  return /[/+]json$/.test(media)
}

function anythingOf(media: string): Json {
  return isJson(media) ? {} : { type: 'string' }
}
