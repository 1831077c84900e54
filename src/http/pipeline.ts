/** The whole order of a request, in one function. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import { FORM_LARGEST, isForm, readText } from './body.ts'
import { type Answer, type CallerFacts, EdgeError, type Endpoint, type Family } from './endpoint.ts'
import { pathOf, queryOf, readForm } from './form.ts'
import type { Outer } from './outer.ts'
import { parseParams } from './params.ts'
import { type Limits, scaledLimit, windowOf } from './rate-limit/budget.ts'
import { rateLimitHeaders } from './rate-limit/headers.ts'
import type { Decision, WindowStore } from './rate-limit/window.ts'
import { send } from './send.ts'

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

export interface Edge<Caller extends CallerFacts, Services> {
  readonly services: Services
  readonly clock: Clock
  readonly windows: WindowStore
  /** Finds out who calls. @throws an error that the family renders */
  authenticate(
    request: RequestFacts,
    endpoint: Pick<Endpoint<Caller, Services>, 'auth' | 'writes'>,
  ): Promise<Caller>
  /** What the table of versions says of a path: how it is signalled, and the answer if it is retired. */
  version(method: string, path: string): Version
  /** The request as its client saw it. */
  outer(request: FastifyRequest['raw']): Outer
  /** Why nothing is served now, or undefined. */
  unavailable(): Error | undefined
  readonly limits: Limits
  /** The origin whose pages may read answers in a browser; none sends no CORS headers. */
  readonly corsOrigin: string | undefined
  /** Whether the server drains: answers then close their connections. */
  draining(): boolean
  /** Told of every answer. */
  observe(observation: Observation): void
}

export interface Version {
  /** Headers that announce a deprecation; empty for what is current. */
  readonly headers: Readonly<Record<string, string>>
  /** For what is retired. */
  readonly gone: unknown
}

export interface Observation {
  readonly family: string
  readonly method: string
  /** The pattern of the path, never the path itself: metrics must not grow with what is asked. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
}

/**
 * Serves one request: may it be served here? → retired? → form body → who calls → rights → window → parameters →
 * handler → headers. Whatever goes wrong on the way is told in the family's own words, with the same headers.
 */
export async function serve<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  family: Family<Caller, Services>,
  endpoint: Endpoint<Caller, Services>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const started = edge.clock.monotonic()
  const target = request.raw.url ?? '/'
  const path = pathOf(target)
  const headers: Record<string, string> = { ...family.headers }
  let answer: Answer
  try {
    const outer = demandServable(edge, request)
    const version = edge.version(endpoint.method, path)
    Object.assign(headers, version.headers)
    if (version.gone !== undefined) throw version.gone
    const contentType = request.headers['content-type']
    const form = isForm(contentType) ? await readText(request.raw, FORM_LARGEST) : undefined
    const authorization = authorizationsOf(request)
    const facts = {
      method: endpoint.method,
      scheme: outer.scheme,
      host: outer.host,
      target,
      authorization,
      contentType,
      form,
    }
    const caller = await edge.authenticate(facts, endpoint)
    if (caller.accessLevel !== undefined) headers['x-access-level'] = caller.accessLevel
    const decision = await takeFromWindow(edge, family, endpoint, caller)
    if (decision !== undefined) Object.assign(headers, rateLimitHeaders(decision))
    if (decision?.allowed === false) throw new EdgeError('rate-limited', 'Rate limit exceeded')
    const sent = readForm(queryOf(target), form ?? '', pathParameters(request))
    const params = parseParams(endpoint.params, sent)
    answer = await endpoint.handle({
      params,
      caller,
      services: edge.services,
      path,
      outer,
      authorization,
      sent,
    })
  } catch (error) {
    answer = refusal(family, error, request, path)
  }
  const milliseconds = edge.clock.monotonic() - started
  headers['x-response-time'] = String(Math.round(milliseconds))
  const { method } = endpoint
  edge.observe({ family: family.name, method, path: endpoint.paths[0], status: answer.status, milliseconds })
  return send(edge, request, reply, answer, headers)
}

/** Answers a request that no endpoint takes: retired, unknown, or broken before a route was found. */
export function serveNone<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  family: Family<Caller, Services>,
  request: FastifyRequest,
  reply: FastifyReply,
  fault: unknown,
): Promise<FastifyReply> {
  const path = pathOf(request.raw.url ?? '/')
  let error = fault
  try {
    demandServable(edge, request)
    error = edge.version(request.method, path).gone ?? fault
  } catch (reason) {
    error = reason
  }
  const answer = refusal(family, error, request, path)
  edge.observe({ family: family.name, method: 'any', path: 'none', status: answer.status, milliseconds: 0 })
  return send(edge, request, reply, answer, family.headers)
}

/** @throws when nothing is served now, or not over plain HTTP to this client */
function demandServable<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  request: FastifyRequest,
): Outer {
  const unavailable = edge.unavailable()
  if (unavailable !== undefined) throw unavailable
  const outer = edge.outer(request.raw)
  if (!outer.isSecureEnough) throw new EdgeError('tls-required', 'SSL is required')
  return outer
}

function refusal<Caller extends CallerFacts, Services>(
  family: Family<Caller, Services>,
  error: unknown,
  request: FastifyRequest,
  path: string,
): Answer {
  const answer = family.renderError(error, { path })
  if (answer.status >= 500) request.log.error({ err: error, path }, 'a request failed')
  else
    request.log.debug(
      { reason: error instanceof Error ? error.message : String(error), path },
      'a request was refused',
    )
  return answer
}

/** Every `authorization` line: Node's parsed headers show only the first. */
function authorizationsOf(request: FastifyRequest): string[] {
  const { rawHeaders } = request.raw
  const found: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'authorization') found.push(rawHeaders[index + 1] ?? '')
  }
  return found
}

/** Parameters of the path, encoded again so that they join the others in one form. */
function pathParameters(request: FastifyRequest): string {
  const params = request.params as Record<string, string>
  return Object.entries(params)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')
}

function takeFromWindow<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  family: Family<Caller, Services>,
  endpoint: Endpoint<Caller, Services>,
  caller: Caller,
): Decision | Promise<Decision> | undefined {
  const window = windowOf(family, endpoint, caller)
  if (window === undefined) return undefined
  const { key, limit, seconds } = window
  if (edge.limits === 'off') {
    const reset = Math.floor(edge.clock.now() / 1000) + seconds
    return { allowed: true, limit, remaining: limit, reset }
  }
  return edge.windows.take(key, { limit: scaledLimit(limit, edge.limits), seconds })
}
