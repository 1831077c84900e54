/**
 * The admin listener, on loopback by default: health, readiness, metrics, explanations of failed signatures, failed items,
 * moderation and impressions. Except for probes, a request needs the operator token, because every user of the machine can
 * reach loopback, and a host name of this listener, so that no web page can reach it by DNS rebinding. Browsers may change
 * nothing.
 */
import { isIP } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { SignatureFailures } from '../auth/signature-failures.ts'
import type { Context } from '../domain/context.ts'
import type { IndexCoverage } from '../domain/search/index-coverage.ts'
import type { Logger } from '../lib/log.ts'
import type { Metrics } from '../metrics.ts'
import { addFailedItems } from './failed-items.ts'
import { hideFailures } from './failures.ts'
import { addImpressions } from './impressions.ts'
import { addModeration } from './moderation.ts'
import { isOperatorToken } from './operator-token.ts'
import type { Readiness } from './readiness.ts'
import { addSearchIndex } from './search-index.ts'
import { opsServer, writeLowerCase } from './wire.ts'

export interface OpsOptions {
  readonly context: Context
  readonly logger: Logger
  readonly metrics: Metrics
  readonly failures: SignatureFailures
  readonly indexCoverage: IndexCoverage
  /** Readiness, with jumps of the clock. */
  readonly readiness: () => Promise<Readiness>
  /** The host name that the listener accepts besides localhost. */
  readonly host: string
  readonly token: string
}

/** Probes and scrapers may use any host name and need no token: these paths contain no data of users. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const SAFE_METHODS = new Set(['GET', 'HEAD'])

interface Refused {
  readonly status: number
  readonly error: string
}

export function buildOpsApp(options: OpsOptions): FastifyInstance {
  const { clock } = options.context
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    // The server of `opsServer` answers such clients.
    clientErrorHandler: () => undefined,
    serverFactory: opsServer(clock),
  }) as unknown as FastifyInstance
  hideFailures(app)
  writeLowerCase(app, clock)
  app.addHook('onRequest', async (request, reply) => {
    const refused = whyRefused(request, options)
    if (refused === undefined) return
    reply.header('connection', 'close')
    await reply.code(refused.status).send({ error: refused.error })
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { reason, clock } = await options.readiness()
    if (reason !== undefined) return reply.code(503).send({ status: 'not ready', reason, clock })
    return { status: 'ready', clock }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(options.metrics.contentType)
    return options.metrics.text()
  })
  app.get<{ Querystring: { consumer_key?: string | string[] } }>('/oauth/failures', async (request) => {
    const [consumerKey] = [request.query.consumer_key].flat()
    return { failures: options.failures.list(consumerKey) }
  })
  addFailedItems(app, options.context)
  addModeration(app, options.context)
  addImpressions(app, options.context)
  addSearchIndex(app, options.context, options.indexCoverage)
  return app
}

function whyRefused(
  { method, url, headers }: FastifyRequest,
  { host, token }: OpsOptions,
): Refused | undefined {
  const isProbe = SAFE_METHODS.has(method) && PROBES.has(url.split('?', 1)[0] ?? '')
  if (isProbe) return undefined
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  if (!isAddress && name !== 'localhost' && name !== host.toLowerCase()) {
    return { status: 421, error: `This listener accepts the host names localhost and ${host}, not ${name}.` }
  }
  if (!SAFE_METHODS.has(method) && headers.origin !== undefined) {
    return { status: 403, error: 'Web pages may not change anything here.' }
  }
  if (!isOperatorToken(headers.authorization, token)) {
    return {
      status: 401,
      error: 'Send the token from the file operator.token: "authorization: Bearer …".',
    }
  }
  return undefined
}
