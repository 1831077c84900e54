/** Declares calls of OAuth 2.0 clients, whose parameters come in a query, a form or JSON (spec/oauth2.md#token). */
import { type TSchema, Type } from 'typebox'
import type { ClientOfApp } from '../../domain/apps/oauth2/client.ts'
import type { Sent } from '../../http/form.ts'
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import type { Services } from '../_services.ts'
import { TOKEN_ERRORS, type TokenErrorName } from './_errors.ts'
import { MAX_TOKEN_BODY_BYTES, readParameters, requireClient } from './token-request.ts'

interface TokenEndpoint {
  readonly path: string
  readonly summary: string
  /** Parameters with their descriptions, for the API document. */
  readonly parameters: Readonly<Record<string, string>>
  readonly answer: TSchema
  readonly errors: readonly TokenErrorName[]
  /** @returns the JSON object of the response */
  handle(services: Services, client: ClientOfApp, parameters: Sent): Promise<object>
}

const COMMON_ERRORS = ['requestInvalid', 'credentialsMissing', 'clientInvalid'] as const

export function tokenEndpoint(declaration: TokenEndpoint): ApiEndpoint {
  const { path, summary, parameters, answer, errors, handle } = declaration
  return defineEndpoint({
    method: 'POST',
    paths: [path],
    summary,
    // The handler authenticates clients, because public clients have no credentials.
    auth: ['none'],
    writes: false,
    window: undefined,
    params: {},
    body: { kind: 'bytes', maxBytes: MAX_TOKEN_BODY_BYTES, schema: bodySchema(parameters) },
    answers: [{ schema: answer }],
    errors: [...COMMON_ERRORS, ...errors].map((name) => TOKEN_ERRORS[name]),
    async handle(call) {
      const { services } = call
      const read = readParameters(call)
      const client = await requireClient(services, call, read)
      return { status: 200, body: JSON.stringify(await handle(services, client, read)) }
    },
  })
}

function bodySchema(parameters: Readonly<Record<string, string>>): TSchema {
  const members = Object.entries(parameters).map(([name, description]) => [
    name,
    Type.Optional(Type.String({ description })),
  ])
  return Type.Object(Object.fromEntries(members))
}
