/**
 * The operations listener, on loopback: health, readiness, metrics, and why signatures failed. It answers only
 * to its own names, so that no page in an operator's browser can reach it by a name of its own.
 */
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { SignatureFailures } from '../auth/signature-failures.ts'
import type { Logger } from '../lib/log.ts'
import type { Metrics } from '../metrics.ts'

export interface OpsOptions {
  readonly logger: Logger
  readonly metrics: Metrics
  readonly failures: SignatureFailures
  /** Why the server is not ready, or undefined when it is. */
  readonly notReady: () => string | undefined
  /** Names that it answers to besides loopback's. */
  readonly host: string
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

export function buildOpsApp(options: OpsOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
  }) as unknown as FastifyInstance
  app.addHook('onRequest', async (request, reply) => {
    const name = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
    if (LOOPBACK_NAMES.has(name) || name === options.host) return
    await reply
      .code(421)
      .send({ error: `This listener answers to localhost and ${options.host}, not to ${name}.` })
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = options.notReady()
    if (reason !== undefined) return reply.code(503).send({ status: 'not ready', reason })
    return { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(options.metrics.contentType)
    return options.metrics.text()
  })
  app.get<{ Querystring: { consumer_key?: string } }>('/oauth/failures', async (request) => ({
    failures: options.failures.list(request.query.consumer_key),
  }))
  return app
}
