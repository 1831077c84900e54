/** The Fastify instance of a listener: routes every family's endpoints into the pipeline. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type CallerFacts, EdgeError, type Family } from './endpoint.ts'
import { pathOf } from './form.ts'
import { type Edge, serve } from './pipeline.ts'
import { send } from './send.ts'

export interface AppOptions<Caller extends CallerFacts, Services> {
  readonly edge: Edge<Caller, Services>
  /** In the order of asking; the last one owns what nobody else does. */
  readonly families: readonly [Family<Caller, Services>, ...Family<Caller, Services>[]]
  readonly logger: Logger
}

/** Builds the public application; listening is the caller's. */
export function buildApp<Caller extends CallerFacts, Services>(
  options: AppOptions<Caller, Services>,
): FastifyInstance {
  const { edge, families, logger } = options
  const app = Fastify({
    loggerInstance: logger,
    disableRequestLogging: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => renderEdgeError(families, error, request, reply),
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
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.raw.url ?? '/')
    const family = familyOf(families, path)
    const gone = edge.retired(request.method, path)
    const answer =
      gone ?? family.renderError(new EdgeError('unknown-path', 'Sorry, that page does not exist.'), { path })
    return send(reply, answer, family.headers)
  })
  app.setErrorHandler((error, request, reply) => renderEdgeError(families, error, request, reply))
  return app
}

/** What goes wrong before a route is known: bad percent escapes, and whatever the framework itself refuses. */
function renderEdgeError<Caller extends CallerFacts, Services>(
  families: readonly [Family<Caller, Services>, ...Family<Caller, Services>[]],
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = pathOf(request.raw.url ?? '/')
  const family = familyOf(families, path)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  const known = status >= 400 && status < 500 ? new EdgeError('bad-request', 'Bad request.') : error
  const answer = family.renderError(known, { path })
  if (answer.status >= 500) request.log.error({ err: error }, 'a request failed')
  return send(reply, answer, family.headers)
}

function familyOf<Caller extends CallerFacts, Services>(
  families: readonly [Family<Caller, Services>, ...Family<Caller, Services>[]],
  path: string,
): Family<Caller, Services> {
  return families.find((family) => family.owns(path)) ?? families[0]
}
