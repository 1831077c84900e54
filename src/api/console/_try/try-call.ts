/**
 * Makes an API request for the owner of an app. The server signs the request with the stored secrets, runs it, and
 * returns request and response without the secrets (spec/console.md#try-it).
 */
import { signRequest } from '../../../auth/oauth1/sign-request.ts'
import { type App, bearerOf, consumerSecretOf } from '../../../domain/apps/app.ts'
import { findLiveToken } from '../../../domain/apps/find-live-token.ts'
import { tokenSecretOf } from '../../../domain/apps/tokens.ts'
import type { Method } from '../../../http/endpoint.ts'
import type { LocalBounds, LocalResponse } from '../../../http/local/local-calls.ts'
import type { RequestOrigin } from '../../../http/request-origin.ts'
import { encodePercent } from '../../../lib/percent.ts'
import type { Services } from '../../_services.ts'
import { ConsoleProblem } from '../_problems.ts'
import { calledEndpoint, isCallablePath } from './callable.ts'

/** The credentials of the request: the bearer token of the app, or the access token of its owner by OAuth 1.0a. */
export type TriedAs = 'bearer' | 'owner'

export interface TriedCall {
  readonly method: Method
  /** The path, with values in place of its parameters. */
  readonly path: string
  readonly query: readonly Pair[]
  readonly as: TriedAs
  /** The signature covers a form, but not JSON. */
  readonly body: TriedBody | undefined
}

export type TriedBody =
  | { readonly kind: 'form'; readonly fields: readonly Pair[] }
  | { readonly kind: 'json'; readonly text: string }

type Pair = readonly [name: string, value: string]

export interface Trial {
  readonly request: ShownRequest
  /** Undefined when no response began in time ({@link CALL_MS}, or {@link STREAM_MS} for a stream). */
  readonly response: ShownResponse | undefined
}

export interface ShownRequest {
  readonly method: Method
  readonly url: string
  readonly headers: readonly Pair[]
  readonly body: string | undefined
  /** Base string of the OAuth 1.0a signature; undefined for a bearer token. */
  readonly baseString: string | undefined
}

export interface ShownResponse extends LocalResponse {
  /** The complete messages of a stream; undefined for other responses. */
  readonly messages: readonly string[] | undefined
}

/** Replaces each secret in the request and the response. */
const MASK = '***'

/** Limits of a request: milliseconds for its response, milliseconds and messages of a stream, bytes of the body. */
export const CALL_MS = 15_000
export const STREAM_MS = 10_000
export const STREAM_MESSAGES = 20
export const RESPONSE_BYTES = 512 * 1024

type TryServices = Pick<Services, 'store' | 'vault' | 'clock' | 'random' | 'families' | 'localCalls'>

/**
 * Makes a request as an app. The request counts in the rate windows of the app, and appears in its request log.
 * @param app an app of the caller
 * @throws {ConsoleProblem} `try-path-invalid`, `token-not-found`
 */
export async function tryCall(
  services: TryServices,
  app: App,
  tried: TriedCall,
  origin: Pick<RequestOrigin, 'scheme' | 'host' | 'address'>,
): Promise<Trial> {
  const { families, localCalls } = services
  const { method, path, query, body } = tried
  if (!isCallablePath(families, path)) throw new ConsoleProblem('try-path-invalid')
  const { authorization, baseString, secrets } = await authorized(services, app, tried, origin)
  const mask = (text: string) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
  const target = query.length === 0 ? path : `${path}?${formOf(query)}`
  const headers = { accept: '*/*', authorization, ...typeOf(body) }
  const sent = { method, target, headers, body: textOf(body), origin }
  const isStream = calledEndpoint(families, method, path)?.isEndless === true
  const response = await localCalls.call(sent, isStream ? STREAM_BOUNDS : CALL_BOUNDS)
  return {
    request: {
      method,
      url: `${origin.scheme}://${origin.host}${target}`,
      headers: Object.entries(headers).map(([name, value]) => [name, mask(value)] as const),
      body: sent.body,
      baseString: baseString === undefined ? undefined : mask(baseString),
    },
    response: response && {
      ...response,
      body: mask(response.body),
      messages: isStream && response.status === 200 ? messagesIn(mask(response.body)) : undefined,
    },
  }
}

const CALL_BOUNDS: LocalBounds = { maxMs: CALL_MS, maxBytes: RESPONSE_BYTES }

const STREAM_BOUNDS: LocalBounds = {
  maxMs: STREAM_MS,
  maxBytes: RESPONSE_BYTES,
  isEnough: (text) => messagesIn(text).length >= STREAM_MESSAGES,
}

/** The complete lines of a stream, without the empty lines that keep it open. */
function messagesIn(text: string): string[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

interface Authorized {
  readonly authorization: string
  readonly baseString: string | undefined
  /** Secrets to mask before the browser gets the request and the response. */
  readonly secrets: readonly string[]
}

async function authorized(
  services: TryServices,
  app: App,
  { method, path, query, body, as }: TriedCall,
  { scheme, host }: Pick<RequestOrigin, 'scheme' | 'host'>,
): Promise<Authorized> {
  const { store, vault, clock, random } = services
  if (as === 'bearer') {
    if (!app.hasBearer)
      throw new ConsoleProblem('token-not-found', {
        message: 'This app has no bearer token. Generate one under Keys and tokens.',
      })
    const bearer = bearerOf(vault, app.id, app.bearerGeneration)
    return { authorization: `Bearer ${bearer}`, baseString: undefined, secrets: [bearer] }
  }
  const token = await findLiveToken(store, { appId: app.id, userId: app.ownerId })
  if (token === undefined)
    throw new ConsoleProblem('token-not-found', {
      message: 'This app has no access token of yours. Create one under Keys and tokens.',
    })
  const parameters = body?.kind === 'form' ? [...query, ...body.fields] : query
  const secret = tokenSecretOf(vault, token)
  const { authorization, baseString, signature } = signRequest(
    { method, scheme, host, path, parameters },
    {
      consumerKey: app.consumerKey,
      consumerSecret: consumerSecretOf(vault, app),
      token: { token: token.token, secret },
    },
    random(16).toString('hex'),
    Math.floor(clock.now() / 1000),
  )
  return { authorization, baseString, secrets: [token.token, secret, signature] }
}

function typeOf(body: TriedBody | undefined): Record<string, string> {
  if (body === undefined) return {}
  return {
    'content-type': body.kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
  }
}

function textOf(body: TriedBody | undefined): string | undefined {
  return body?.kind === 'form' ? formOf(body.fields) : body?.text
}

/** The pairs, percent-encoded as in signatures (RFC 5849 section 3.6). */
function formOf(pairs: readonly Pair[]): string {
  return pairs.map((pair) => pair.map(encodePercent).join('=')).join('&')
}
