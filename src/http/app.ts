/** The Fastify instance of a listener: routes every family's endpoints into the pipeline. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { must } from '../lib/assert.ts'
import { type CallerFacts, EdgeError, type Family } from './endpoint.ts'
import { pathOf } from './form.ts'
import { createHttpServer, type ListenerOptions } from './listener.ts'
import { type Edge, serve, serveNone } from './pipeline.ts'
import { sendPreflight } from './send.ts'

export interface AppOptions<Caller extends CallerFacts, Services> {
  readonly edge: Edge<Caller, Services>
  /** In the order of asking; the first one owns what nobody else does. */
  readonly families: Families<Caller, Services>
  /** Names that it answers to, with ports where they are not the scheme's own; empty for all. */
  readonly hosts: readonly string[]
  readonly logger: Logger
  readonly listener: Omit<ListenerOptions, 'bodyFor' | 'now'>
}

type Families<Caller extends CallerFacts, Services> = readonly Family<Caller, Services>[]

/** Characters of one path parameter that are routed at all. */
const PATH_PARAMETER_LONGEST = 512

/** Builds a public application; listening is the caller's. */
export function buildApp<Caller extends CallerFacts, Services>({
  edge,
  families,
  hosts,
  logger,
  listener,
}: AppOptions<Caller, Services>): FastifyInstance {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    serveNone(edge, familyOf(families, pathOf(request.raw.url ?? '/')), request, reply, edgeErrorOf(error))
  const app = Fastify({
    loggerInstance: logger,
    // Requests are counted; lines per request are for what goes wrong.
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: PATH_PARAMETER_LONGEST },
    frameworkErrors: refuse,
    serverFactory: (handler) =>
      createHttpServer(
        {
          ...listener,
          now: () => edge.clock.now(),
          bodyFor: (status) => bodyOfUnreadable(familyOf(families, '/'), status),
        },
        handler,
      ),
  }) as unknown as FastifyInstance
  // The pipeline reads bodies itself, at its own place in the order.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const family of families) {
    for (const endpoint of family.endpoints) {
      for (const url of endpoint.paths) {
        app.route({
          method: endpoint.method,
          url,
          handler: (request, reply) => serve(edge, family, endpoint, request, reply),
        })
      }
    }
  }
  if (hosts.length > 0) answerOnlyTo(app, new Set(hosts.map((host) => host.toLowerCase())), edge, refuse)
  if (edge.corsOrigin !== undefined) {
    app.options('/*', (request, reply) => sendPreflight(edge, request, reply))
  }
  app.setNotFoundHandler((request, reply) =>
    refuse(new EdgeError('unknown-path', 'Sorry, that page does not exist.'), request, reply),
  )
  app.setErrorHandler(refuse)
  return app
}

/** A name that is not Aviary's has no pages here: what was asked for may be somebody else's. */
function answerOnlyTo<Caller extends CallerFacts, Services>(
  app: FastifyInstance,
  hosts: ReadonlySet<string>,
  edge: Edge<Caller, Services>,
  refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const host = edge.outer(request.raw).host.toLowerCase()
    if (!hosts.has(host))
      await refuse(new EdgeError('unknown-path', 'Sorry, that page does not exist.'), request, reply)
  })
}

/** What the framework itself refuses (broken escapes, odd methods) is the client's fault and told so. */
function edgeErrorOf(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? new EdgeError('bad-request', 'Bad request.') : error
}

function bodyOfUnreadable<Caller extends CallerFacts, Services>(
  family: Family<Caller, Services>,
  status: number,
): string {
  const reason = status === 408 ? 'request-timeout' : status === 431 ? 'headers-too-large' : 'bad-request'
  return family.renderError(new EdgeError(reason, 'Bad request.'), { path: '/' }).body ?? ''
}

function familyOf<Caller extends CallerFacts, Services>(
  families: Families<Caller, Services>,
  path: string,
): Family<Caller, Services> {
  return must(families.find((family) => family.owns(path)) ?? families[0], 'a family')
}
