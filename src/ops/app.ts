/**
 * Builds the admin listener for operators, by default on the loopback interface. The listener serves health, readiness,
 * metrics, explanations of failed signatures, failed items, moderation and impressions, and in test mode the test
 * controls. The listener checks every request, because every user of the machine can reach loopback. Every request
 * except `/healthz`, `/readyz` and `/metrics` needs the operator token, or the test token for the test controls. The
 * Host of such a request must be `localhost`, an IP address, or the host name of the listener. This check prevents DNS
 * rebinding by web pages. A request that a web page sends cannot change anything.
 */
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { SignatureFailures } from '../auth/signature-failures.ts'
import type { Context } from '../domain/context.ts'
import type { IndexCoverage } from '../domain/search/index-coverage.ts'
import { NO_SCHEMAS } from '../http/framework/no-schemas.ts'
import type { Logger } from '../lib/log.ts'
import type { Metrics } from '../metrics.ts'
import type { ServerControls } from '../testing/controls.ts'
import { whyRefused } from './admission.ts'
import { hideFailures } from './failures.ts'
import { addOperations } from './operations.ts'
import { forRole, type Readiness } from './readiness.ts'
import { requestLogMetrics } from './request-log-metrics.ts'
import { addTestControls } from './test-controls/routes.ts'
import { opsServer, writeLowerCase } from './wire.ts'

export interface OpsOptions {
  readonly context: Context
  readonly logger: Logger
  readonly metrics: Metrics
  readonly failures: SignatureFailures
  readonly indexCoverage: Pick<IndexCoverage, 'reach'>
  /** Returns the body of the response to `/nodes`. */
  readonly nodes: () => Promise<object>
  /** Returns the readiness, with steps of the clock. */
  readonly readiness: () => Promise<Readiness>
  /** The host name that the listener accepts in addition to localhost. */
  readonly host: string
  readonly token: string
  /** The test controls; undefined unless the server is in test mode. */
  readonly testControls: ServerControls | undefined
}

export function buildOpsApp(options: OpsOptions): FastifyInstance {
  const { clock } = options.context
  const app = Fastify({
    ...NO_SCHEMAS,
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    // The HTTP server from `opsServer` responds to unreadable requests.
    clientErrorHandler: () => undefined,
    serverFactory: opsServer(clock),
  }) as unknown as FastifyInstance
  hideFailures(app)
  acceptEmptyJson(app)
  writeLowerCase(app, clock)
  app.addHook('onRequest', async (request, reply) => {
    const refused = whyRefused(request, options)
    if (refused === undefined) return
    reply.header('connection', 'close')
    await reply.code(refused.status).send({ error: refused.error })
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  const mode = options.testControls === undefined ? {} : { test_controls: 'on' }
  app.get<{ Querystring: { role?: string | string[] } }>('/readyz', async (request, reply) => {
    const { reason, ...more } = forRole(await options.readiness(), request.query.role)
    if (reason !== undefined) return reply.code(503).send({ status: 'not ready', reason, ...more, ...mode })
    return { status: 'ready', ...more, ...mode }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(options.metrics.contentType)
    return options.metrics.text()
  })
  app.get<{ Querystring: { consumer_key?: string | string[] } }>('/oauth/failures', async (request) => {
    const [consumerKey] = [request.query.consumer_key].flat()
    return { failures: options.failures.list(consumerKey) }
  })
  addOperations(app, options)
  if (options.testControls !== undefined) {
    requestLogMetrics(options.metrics, options.testControls)
    addTestControls(app, options.testControls, options.context.store)
  }
  return app
}

/** Clients also send the content type of JSON with a request without a body, such as `POST /test/reset`. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}
