/**
 * The admin listener, on loopback by default: health, readiness, metrics, explanations of failed signatures, failed items,
 * moderation and impressions; in test mode also the test controls. Except for probes, a request needs the operator token (the
 * test controls their own), because every user of the machine can
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
import type { TestControls } from '../testing/controls.ts'
import { addFailedItems } from './failed-items.ts'
import { hideFailures } from './failures.ts'
import { addImpressions } from './impressions.ts'
import { addModeration } from './moderation.ts'
import { hasToken } from './operator-token.ts'
import type { Readiness } from './readiness.ts'
import { addSearchIndex } from './search-index.ts'
import { addTestControls, isTestPath } from './test-controls/routes.ts'
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
  /** Undefined unless the server is in test mode. */
  readonly testControls: TestControls | undefined
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
  const mode = options.testControls === undefined ? {} : { test_controls: 'on' }
  app.get('/readyz', async (_request, reply) => {
    const { reason, clock } = await options.readiness()
    if (reason !== undefined) return reply.code(503).send({ status: 'not ready', reason, clock, ...mode })
    return { status: 'ready', clock, ...mode }
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
  if (options.testControls !== undefined) addTestControls(app, options.testControls, options.context.store)
  return app
}

function whyRefused(
  { method, url, headers }: FastifyRequest,
  { host, token, testControls }: OpsOptions,
): Refused | undefined {
  const [path = ''] = url.split('?', 1)
  const isProbe = SAFE_METHODS.has(method) && PROBES.has(path)
  if (isProbe) return undefined
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  if (!isAddress && name !== 'localhost' && name !== host.toLowerCase()) {
    return { status: 421, error: `This listener accepts the host names localhost and ${host}, not ${name}.` }
  }
  if (!SAFE_METHODS.has(method) && headers.origin !== undefined) {
    return { status: 403, error: 'Web pages may not change anything here.' }
  }
  if (isTestPath(path)) return whyNotTested(headers.authorization, testControls)
  if (!hasToken(headers.authorization, token)) {
    return {
      status: 401,
      error: 'Send the token from the file operator.token: "authorization: Bearer …".',
    }
  }
  return undefined
}

/** The operator token does not open the test controls: who may moderate may not remove all data. */
function whyNotTested(
  authorization: string | undefined,
  controls: TestControls | undefined,
): Refused | undefined {
  if (controls === undefined) {
    return { status: 404, error: 'The test controls are off; start the server with --test-controls on.' }
  }
  if (hasToken(authorization, controls.token)) return undefined
  return {
    status: 401,
    error: 'Send the token of the setting test_token or of the file test.token: "authorization: Bearer …".',
  }
}
