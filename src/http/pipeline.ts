/** The whole order of a request, in one function. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ExpectedError } from '../lib/expected-error.ts'
import type { Logger } from '../lib/log.ts'
import { type BodyReader, isForm, MAX_FORM_BYTES } from './body.ts'
import { type Answer, type CallerFacts, EdgeError, type Endpoint, type Family } from './endpoint.ts'
import { pathOf, queryOf, readForm } from './form.ts'
import { readHead } from './head.ts'
import { type HeaderList, headerList, pushHeaders } from './headers.ts'
import { readBytes, readJson, readMultipart } from './late-bodies.ts'
import type { MultipartReader } from './multipart.ts'
import type { Outer } from './outer.ts'
import { parseParams } from './params.ts'
import { type ChargeResult, chargedHeaders, chargeWindow, type RateLimiting } from './rate-limit/charge.ts'
import { isHead, type Sender, send } from './send.ts'

/** What the authenticator is shown of a request. */
export interface RequestFacts {
  readonly method: string
  /** The outer scheme, `https` when a trusted proxy says so. */
  readonly scheme: 'http' | 'https'
  /** The `Host` header as the client sent it. */
  readonly host: string
  /** Path and query as sent. */
  readonly target: string
  /** Every `authorization` header, in order. */
  readonly authorization: readonly string[]
  readonly contentType: string | undefined
  /** The body when it is a form. */
  readonly form: string | undefined
}

export interface Edge<Caller extends CallerFacts, Services> extends Sender, RateLimiting {
  readonly services: Services
  readonly logger: Logger
  readonly bodies: BodyReader
  readonly multipart: MultipartReader
  /** Finds out who calls. @throws an error that the family renders */
  authenticate(request: RequestFacts, endpoint: Endpoint<Caller, Services>): Promise<Caller>
  /** Why this caller may not use this endpoint, or undefined when it may. */
  lackingRight(caller: Caller, endpoint: Endpoint<Caller, Services>): Error | undefined
  /** How the table of versions has an endpoint that is served; undefined for one that is not in it. */
  lifeOf(endpoint: Endpoint<Caller, Services>): Life | undefined
  /** Why a path that nothing serves has been retired, if it has. */
  retired(method: string, path: string): Error | undefined
  /** The request as its client saw it. */
  outer(request: IncomingMessage): Outer
  /** The day whose API answers a request; undefined for the default. @param header reads a request header */
  apiDate(caller: Caller, header: (name: string) => string | undefined): string | undefined
  /** Why nothing is served now, or undefined. */
  unavailable(): Error | undefined
  /** Counted by the pipeline. */
  readonly load: { running: number; readonly most: number }
  /** Makes the function that is told of every answer of one endpoint. */
  observer(observed: Observed): Observe
}

/** What the table of versions says of an endpoint today. */
export interface Version {
  /** Headers that announce a deprecation. */
  readonly signals: HeaderList
  /** Set when the endpoint is retired. */
  readonly gone: Error | undefined
}

/** Asked at every request, because days pass. @param path the path that was asked */
export type Life = (path: string) => Version

/** By what answers are counted. */
export interface Observed {
  readonly family: string
  readonly method: string
  /** The pattern of the path, never the path itself: metrics must not grow with what is asked. */
  readonly path: string
}

type Observe = (status: number, milliseconds: number) => void

/** A family with what is worked out once for all its requests. */
export interface PreparedFamily<Caller extends CallerFacts, Services> {
  readonly family: Family<Caller, Services>
  readonly headers: HeaderList
  /** For requests that no endpoint takes. */
  readonly observeNone: Observe
}

/** An endpoint with what is worked out once for all its requests. */
export interface PreparedEndpoint<Caller extends CallerFacts, Services>
  extends PreparedFamily<Caller, Services> {
  readonly endpoint: Endpoint<Caller, Services>
  readonly life: Life | undefined
  readonly observe: Observe
}

export function prepareFamily<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  family: Family<Caller, Services>,
): PreparedFamily<Caller, Services> {
  return {
    family,
    headers: headerList(family.headers),
    observeNone: edge.observer({ family: family.name, method: 'any', path: 'none' }),
  }
}

export function prepareEndpoint<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  prepared: PreparedFamily<Caller, Services>,
  endpoint: Endpoint<Caller, Services>,
): PreparedEndpoint<Caller, Services> {
  const { method, paths } = endpoint
  return {
    ...prepared,
    endpoint,
    life: edge.lifeOf(endpoint),
    observe: edge.observer({ family: prepared.family.name, method, path: paths[0] }),
  }
}

/**
 * Serves one request: may it be served here? → does its family admit it? → retired? → form body → who calls → rights → window → parameters →
 * other bodies → handler → headers. Whatever goes wrong on the way is told in the family's own words, with the
 * headers that were found by then.
 */
export async function serve<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  { family, endpoint, headers, life, observe }: PreparedEndpoint<Caller, Services>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const started = edge.clock.monotonic()
  const target = request.raw.url ?? '/'
  const path = pathOf(target)
  const own: string[] = []
  let answer: Answer
  let decision: ChargeResult
  edge.load.running += 1
  try {
    const outer = requireServable(edge, request, own)
    if (family.admit !== undefined) await family.admit(edge.services, path, outer.address)
    const authorization = readHead(request.raw)
    const version = life?.(path)
    if (version !== undefined) pushHeaders(own, version.signals)
    if (version?.gone !== undefined) throw version.gone
    const contentType = request.headers['content-type']
    // What is taken as bytes is that, whatever a client calls it.
    const form =
      isForm(contentType) && endpoint.body?.kind !== 'bytes'
        ? await edge.bodies.text(request.raw, endpoint.multipart?.formLargest ?? MAX_FORM_BYTES)
        : undefined
    // A client signs what it sends, HEAD too.
    const { method } = request
    const { scheme, host } = outer
    const facts = { method, scheme, host, target, authorization, contentType, form }
    const caller = await edge.authenticate(facts, endpoint)
    if (caller.accessLevel !== undefined) own.push('x-access-level', caller.accessLevel)
    const lacking = edge.lackingRight(caller, endpoint)
    const isChargedHere = endpoint.window?.isChargedByHandler !== true
    decision = await chargeWindow(edge, family, endpoint, caller, isChargedHere && lacking === undefined)
    if (lacking !== undefined) throw lacking
    if (isChargedHere && decision?.allowed === false) throw RATE_LIMITED
    const sent = readForm(queryOf(target), form, request.params as Record<string, string>)
    const params = parseParams(endpoint.params, sent)
    const header = (name: string) => headerOf(request, name)
    answer = await endpoint.handle({
      params,
      json: endpoint.body && (await readJson(edge.bodies, request, endpoint.body)),
      bytes: endpoint.body && (await readBytes(edge.bodies, request, endpoint.body)),
      caller,
      services: edge.services,
      path,
      outer: { ...outer, apiDate: edge.apiDate(caller, header) },
      authorization,
      sent,
      multipart: () => readMultipart(edge.multipart, request, endpoint.multipart, caller),
      charge: async (window = endpoint.window) => {
        decision = await chargeWindow(edge, family, { ...endpoint, window }, caller, true)
        if (decision?.allowed === false) throw RATE_LIMITED
      },
      header,
    })
  } catch (error) {
    answer = refusal(edge, family, error, request)
  } finally {
    edge.load.running -= 1
  }
  pushHeaders(own, chargedHeaders(decision))
  const milliseconds = edge.clock.monotonic() - started
  own.push('x-response-time', String(Math.round(milliseconds)))
  observe(answer.status, milliseconds)
  await send(edge, request, reply, answer, headers, own)
}

/** Parts are asked for of a body, by GET alone (RFC 9110 section 14.2). */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  return name === 'range' && isHead(request) ? undefined : request.headers[name]?.toString()
}

/** Answers a request that no endpoint takes: retired, unknown, or broken before a route was found. */
export async function serveNone<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  { family, headers, observeNone }: PreparedFamily<Caller, Services>,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: unknown,
): Promise<void> {
  const started = edge.clock.monotonic()
  const path = pathOf(request.raw.url ?? '/')
  const own: string[] = []
  let error = fault
  try {
    const outer = requireServable(edge, request, own)
    if (family.admit !== undefined) await family.admit(edge.services, path, outer.address)
    readHead(request.raw)
    error = edge.retired(isHead(request) ? 'GET' : request.method, path) ?? fault
  } catch (reason) {
    error = reason
  }
  const answer = refusal(edge, family, error, request)
  const milliseconds = edge.clock.monotonic() - started
  own.push('x-response-time', String(Math.round(milliseconds)))
  observeNone(answer.status, milliseconds)
  await send(edge, request, reply, answer, headers, own)
}

/** Always the same, because it comes in floods. */
const RATE_LIMITED = new EdgeError('rate-limited', 'the window is used up')

/** Requests that one process works on at a time; more are refused, so that a slow database fills no memory. */
export const MAX_CONCURRENT_REQUESTS = 10_000

/** spec/http.md#response-headers, in seconds. */
const STRICT_TRANSPORT = 'max-age=631138519'

/** @throws when nothing is served now, or not over plain HTTP to this client */
function requireServable<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  { raw }: FastifyRequest,
  own: string[],
): Outer {
  const outer = edge.outer(raw)
  if (outer.scheme === 'https') own.push('strict-transport-security', STRICT_TRANSPORT)
  const unavailable = edge.unavailable()
  if (unavailable !== undefined) throw unavailable
  if (edge.load.running > edge.load.most) throw new EdgeError('over-capacity', 'too many requests at once')
  if (!outer.isSecureEnough) throw new EdgeError('tls-required', 'plain HTTP from a network without leave')
  return outer
}

/** What is told of an error, and a line in the log: loud for failures, which are news, quiet for refusals. */
function refusal<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  family: Family<Caller, Services>,
  error: unknown,
  request: FastifyRequest,
): Answer {
  const path = pathOf(request.raw.url ?? '/')
  const answer = family.renderError(error, { path })
  const isFailure = answer.status >= 500 && !(error instanceof ExpectedError) && error !== edge.unavailable()
  const { logger } = edge
  if (isFailure || logger.isLevelEnabled('debug')) {
    const facts = { transaction: request.id, family: family.name, path, status: answer.status }
    if (isFailure) logger.error({ ...facts, err: error }, 'a request failed')
    else logger.debug({ ...facts, reason: String(error) }, 'a request was refused')
  }
  return answer
}
