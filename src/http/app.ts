/**
 * Builds the Fastify instance of a listener. The instance passes the requests for the endpoints of all families (API
 * versions and page groups) to the pipeline.
 */
import type { RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { must } from '../lib/assert.ts'
import type { Gate } from '../lib/async/gate.ts'
import type { Tracing } from '../lib/tracing/tracing.ts'
import { type CallerFacts, EdgeError, type EdgeReason, type Family } from './endpoint.ts'
import { pathOf } from './form.ts'
import { NO_SCHEMAS } from './framework/no-schemas.ts'
import { ROUTED_METHODS, routesOf } from './framework/routes.ts'
import { originForm } from './head.ts'
import { createHttpServer, type Listener, type ListenerOptions } from './listener.ts'
import {
  type Edge,
  type PreparedEndpoint,
  type PreparedFamily,
  prepareEndpoint,
  prepareFamily,
  serve,
  serveNone,
} from './pipeline.ts'
import { sendPreflight } from './send.ts'
import { tracedHandler } from './tracing/trace-requests.ts'

export interface AppOptions<Caller extends CallerFacts, Services> {
  readonly edge: Edge<Caller, Services>
  /**
   * The instance asks the families in order, and the first family that owns a path handles the request. The first
   * family in the list also handles every path that no family owns.
   */
  readonly families: readonly Family<Caller, Services>[]
  /** Accepted host names. A name with a port is accepted only with that port. An empty list accepts all names. */
  readonly hosts: readonly string[]
  readonly listener: Omit<ListenerOptions, 'bodyFor' | 'alwaysSent' | 'now'>
  /** Checks every request before all other steps. */
  readonly gate?: Gate | undefined
  /** Traces every request; undefined when there are no traces. */
  readonly tracing?: Tracing | undefined
}

export interface App {
  readonly fastify: FastifyInstance
  readonly listener: Pick<Listener, 'connections' | 'cut' | 'renewCertificate'>
}

const NO_QUERY = {}

/** Builds a public application. The caller starts the listener. */
export function buildApp<Caller extends CallerFacts, Services>(options: AppOptions<Caller, Services>): App {
  const { edge, families, hosts, gate, tracing } = options
  const prepared = families.map((family) => prepareFamily(edge, family))
  const first = must(prepared[0], 'a family')
  const ownerOf = (path: string) => prepared.find(({ family }) => family.owns(path)) ?? first
  const refuse = refusing(edge, ownerOf, tracing)
  let listener: Listener | undefined
  const fastify = Fastify({
    ...NO_SCHEMAS,
    // The pipeline counts requests and logs errors. A logger of the framework would wait for the end of every response,
    // and would keep the request in memory until then.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => edge.transactionName(),
    exposeHeadRoutes: false,
    // The pipeline responds to requests that arrive while the server stops, in the error format of the family.
    return503OnClosing: false,
    rewriteUrl: originForm,
    // The pipeline reads queries itself, because signatures cover the query in the form in which the client sent it.
    routerOptions: { querystringParser: () => NO_QUERY },
    frameworkErrors: refuse,
    // The listener responds to client errors itself, so the framework must not send a second response.
    clientErrorHandler: () => undefined,
    serverFactory: (route) => {
      const handler: RequestListener =
        gate === undefined
          ? route
          : (request, response) => void gate.enter(response).then(() => route(request, response))
      const bodyFor = (status: number) => bodyOfUnreadable(first, status)
      listener = createHttpServer(
        { ...options.listener, bodyFor, alwaysSent: edge.alwaysSent, now: () => edge.clock.now() },
        handler,
      )
      return listener.server
    },
  }) as unknown as FastifyInstance
  // The pipeline reads bodies itself, after it has checked the head of the request.
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.raw.url ?? '/')
    return refuse(unknown(ownerOf(path).family.whyUnknown?.(path)), request, reply)
  }
  addRoutes(fastify, edge, prepared, { gate, tracing, refuseUnknown })
  if (hosts.length > 0) answerOnlyTo(fastify, hosts, edge, refuse)
  if (edge.corsOrigin !== undefined) {
    fastify.options('/*', (request, reply) => sendPreflight(edge, request, reply))
  }
  fastify.setNotFoundHandler(refuseUnknown)
  fastify.setErrorHandler(refuse)
  return { fastify, listener: must(listener, 'the listener') }
}

/** Refuses requests without an endpoint. */
function refusing<Caller extends CallerFacts, Services>(
  edge: Edge<Caller, Services>,
  ownerOf: (path: string) => PreparedFamily<Caller, Services>,
  tracing: Tracing | undefined,
) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const owner = ownerOf(pathOf(request.raw.url ?? '/'))
    const handler = () => serveNone(edge, owner, request, reply, edgeErrorOf(error))
    if (tracing === undefined) return handler()
    return tracedHandler(tracing, undefined, owner.family.name, handler)(request, reply)
  }
}

interface Routing<Caller extends CallerFacts, Services>
  extends Pick<AppOptions<Caller, Services>, 'gate' | 'tracing'> {
  readonly refuseUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** All paths share one route. Registering a route for each path would take longer than the rest of the start. */
function addRoutes<Caller extends CallerFacts, Services>(
  fastify: FastifyInstance,
  edge: Edge<Caller, Services>,
  families: readonly PreparedFamily<Caller, Services>[],
  { gate, tracing, refuseUnknown }: Routing<Caller, Services>,
): void {
  const listed = families.flatMap((owner) => owner.family.endpoints.map((endpoint) => ({ owner, endpoint })))
  const find = routesOf(listed.map(({ endpoint }) => endpoint))
  // An endpoint is prepared for its first request, because the start of a server needs none of them.
  const endpoints: PreparedEndpoint<Caller, Services>[] = []
  const prepared = (index: number) => {
    const known = endpoints[index]
    if (known !== undefined) return known
    const { owner, endpoint } = must(listed[index], 'the endpoint')
    const made = prepareEndpoint(edge, owner, endpoint)
    endpoints[index] = made
    return made
  }
  const answer = (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const route = find(request.method, request.raw.url ?? '/')
    if (route === undefined) return refuseUnknown(request, reply)
    const served = prepared(route.index)
    if (tracing === undefined) return serve(edge, served, request, reply, route.params)
    const { endpoint, family } = served
    const handler = () => serve(edge, served, request, reply, route.params)
    return tracedHandler(tracing, endpoint.paths[0], family.name, handler)(request, reply)
  }
  fastify.route({
    method: [...ROUTED_METHODS],
    url: '/*',
    handler: gate === undefined ? answer : (request, reply) => gate.track(answer(request, reply)),
  })
}

/** Refuses every request to a host name that is not configured, because the request may be meant for another site. */
function answerOnlyTo<Caller extends CallerFacts, Services>(
  fastify: FastifyInstance,
  hosts: readonly string[],
  edge: Edge<Caller, Services>,
  refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
  fastify.addHook('onRequest', async (request, reply) => {
    const { scheme, host } = edge.originOf(request.raw)
    const name = host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, '')
    if (known.has(name) || known.has(name.replace(/:\d+$/, ''))) return
    const error = new EdgeError('unknown-path', `the host ${name} is none of the setting "hosts"`)
    await refuse(error, request, reply)
  })
}

function unknown(reason: EdgeReason = 'unknown-path'): EdgeError {
  return new EdgeError(reason, 'nothing is served there')
}

/** Converts client errors of the framework, such as invalid escapes, to an {@link EdgeError}. */
function edgeErrorOf(error: unknown): unknown {
  // The framework exports no class for its errors, so they are recognised by the property `statusCode`.
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? new EdgeError('bad-request', (error as Error).message) : error
}

function bodyOfUnreadable<Caller extends CallerFacts, Services>(
  { family }: PreparedFamily<Caller, Services>,
  status: number,
): string {
  const reason = status === 408 ? 'request-timeout' : status === 431 ? 'headers-too-large' : 'bad-request'
  return family.renderError(new EdgeError(reason, 'the request cannot be read'), { path: '/' }).body ?? ''
}
