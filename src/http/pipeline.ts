/** The whole order of a request, in one function. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import { FORM_LARGEST, isForm, readText } from './body.ts'
import { type Answer, type CallerFacts, EdgeError, type Endpoint, type Family } from './endpoint.ts'
import { pathOf, queryOf, readForm } from './form.ts'
import { parseParams } from './params.ts'
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
  authenticate(request: RequestFacts, kinds: Endpoint<Caller, Services>['auth']): Promise<Caller>
  /** Answers for a path that is retired, or undefined. */
  retired(method: string, path: string): Answer | undefined
  /** The outer scheme and host of a request. */
  outer(request: FastifyRequest): { readonly scheme: 'http' | 'https'; readonly host: string }
}

/**
 * Serves one request: retired? → form body → who calls → rights → window → parameters → handler → headers.
 * Whatever goes wrong on the way is told in the family's own words, with the same headers.
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
  let caller: Caller | undefined
  let decision: Decision | undefined
  let answer: Answer
  try {
    const gone = edge.retired(endpoint.method, path)
    if (gone !== undefined) answer = gone
    else {
      const contentType = request.headers['content-type']
      const form = isForm(contentType) ? await readText(request.raw, FORM_LARGEST) : undefined
      caller = await edge.authenticate(
        {
          method: endpoint.method,
          ...edge.outer(request),
          target,
          authorization: authorizationsOf(request),
          contentType,
          form,
        },
        endpoint.auth,
      )
      decision = await takeFromWindow(edge, family, endpoint, caller)
      if (decision?.allowed === false) throw new EdgeError('rate-limited', 'Rate limit exceeded')
      const sent = readForm(queryOf(target), form ?? '', pathParameters(request))
      const params = parseParams(endpoint.params, sent)
      answer = await endpoint.handle({ params, caller, services: edge.services, path })
    }
  } catch (error) {
    answer = family.renderError(error, { path })
    if (answer.status >= 500) request.log.error({ err: error }, 'a request failed')
    else request.log.debug({ err: error }, 'a request was refused')
  }
  return send(reply, answer, {
    ...family.headers,
    ...(decision === undefined ? {} : rateLimitHeaders(decision)),
    ...(caller === undefined ? {} : { 'x-access-level': caller.accessLevel }),
    'x-response-time': String(Math.round(edge.clock.monotonic() - started)),
  })
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
  if (endpoint.window === undefined || caller.kind === 'none') return undefined
  const limit = endpoint.window[caller.kind]
  const key = family.windowBy === 'app' ? caller.appKey : caller.windowKey
  if (limit === undefined || key === undefined) return undefined
  const { seconds = 900, budget = endpoint.paths[0] } = endpoint.window
  return edge.windows.take(`${key} ${endpoint.method} ${budget}`, { limit, seconds })
}
