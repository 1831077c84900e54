/**
 * Reads requests of clients for tokens (spec/oauth2.md#token). Parameters come from the query, a form or JSON. Also
 * finds the client that sent the request.
 */
import { parseBasic, parseEncodedBasic } from '../../auth/basic.ts'
import { type ClientOfApp, findClient, isClientSecret } from '../../domain/apps/oauth2/client.ts'
import type { Context } from '../../domain/context.ts'
import { isForm } from '../../http/body.ts'
import { readForm, type Sent } from '../../http/form.ts'
import { isJson, isJsonObject, parseJson } from '../../http/json.ts'
import { TokenError } from './_errors.ts'
import { isRepeatedUnequally, singleOf } from './single-values.ts'

/** Maximum bytes of a body. */
export const MAX_TOKEN_BODY_BYTES = 64 * 1024

/** The parts of a call from which a request is read. */
export interface TokenCall {
  /** Parameters of the query. */
  readonly sent: Sent
  readonly bytes: Buffer
  readonly authorization: readonly string[]
  header(name: string): string | undefined
}

/**
 * The parameters of the query and of the body, which is a form or JSON.
 * @throws {TokenError} `requestInvalid` for a parameter with different values and for an unreadable body
 * @throws {MalformedEncoding}
 */
export function readParameters({ sent, bytes, header }: TokenCall): Sent {
  const body = bodyParameters(bytes, header('content-type'))
  const parameters = new Map<string, readonly string[]>(sent)
  for (const [name, values] of body) parameters.set(name, [...(sent.get(name) ?? []), ...values])
  for (const name of parameters.keys()) {
    if (isRepeatedUnequally(parameters, name)) throw new TokenError('requestInvalid')
  }
  return parameters
}

function bodyParameters(bytes: Buffer, contentType: string | undefined): Sent {
  if (bytes.length === 0) return new Map()
  const text = bytes.toString('utf8')
  if (isJson(contentType)) return jsonParameters(text)
  // A body without a content type is read as a form, because some simple clients send no content type.
  if (contentType === undefined || isForm(contentType)) return readForm('', text)
  throw new TokenError('requestInvalid')
}

function jsonParameters(text: string): Sent {
  const value = parseJson(text)
  if (!isJsonObject(value)) throw new TokenError('requestInvalid')
  const parameters = new Map<string, readonly string[]>()
  for (const [name, each] of Object.entries(value)) {
    if (each === null) continue
    if (typeof each !== 'string') throw new TokenError('requestInvalid')
    parameters.set(name, [each])
  }
  return parameters
}

/**
 * The client that sent a request. A public client sends its id. A confidential client sends HTTP Basic or
 * `client_secret`; the secret of the header takes precedence.
 * @throws {TokenError} `credentialsMissing` for a request that names no client, for an unreadable header, and for a
 * confidential client without a secret; `clientInvalid` for an unknown client, a client of a suspended app, a wrong
 * secret, and a secret of a public client; `requestInvalid` when Basic and `client_id` name different clients
 */
export async function requireClient(
  { store }: Context,
  { authorization }: TokenCall,
  parameters: Sent,
): Promise<ClientOfApp> {
  const named = singleOf(parameters, 'client_id')
  const basic = await clientOfBasic({ store }, authorization)
  const clientId = basic?.clientId ?? named
  if (clientId === undefined) throw new TokenError('credentialsMissing')
  if (named !== undefined && named !== clientId) throw new TokenError('requestInvalid')
  const found = basic?.found ?? (await findClient(store, clientId))
  if (found === undefined || found.app.suspendedAt !== null) throw new TokenError('clientInvalid')
  const secret = basic?.secret ?? singleOf(parameters, 'client_secret')
  requireProof(found, secret)
  return found
}

function requireProof({ client }: ClientOfApp, secret: string | undefined): void {
  if (client.type === 'public') {
    if (secret === undefined || secret === '') return
    throw new TokenError('clientInvalid')
  }
  if (secret === undefined) throw new TokenError('credentialsMissing')
  if (!isClientSecret(client, secret)) throw new TokenError('clientInvalid')
}

interface BasicClient {
  readonly clientId: string
  readonly secret: string
  readonly found: ClientOfApp | undefined
}

/**
 * Reads Basic credentials with and without percent-encoding. Both readings are safe, because ids and secrets have
 * only letters and digits.
 */
async function clientOfBasic(
  { store }: Pick<Context, 'store'>,
  authorization: readonly string[],
): Promise<BasicClient | undefined> {
  const [header] = authorization
  if (header === undefined) return undefined
  const sent = authorization.length === 1 ? (parseEncodedBasic(header) ?? parseBasic(header)) : undefined
  if (sent === undefined) throw new TokenError('credentialsMissing')
  return { clientId: sent.name, secret: sent.password, found: await findClient(store, sent.name) }
}

/** A required parameter. @throws {TokenError} `requestInvalid` */
export function requireParameter(parameters: Sent, name: string): string {
  const value = singleOf(parameters, name)
  if (value === undefined) throw new TokenError('requestInvalid')
  return value
}
