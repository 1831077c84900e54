/** The public edge: which families there are, on which listeners, and what they may use. */
import type { FastifyInstance } from 'fastify'
import { previewFamilies } from './api/_problem-family.ts'
import { apiClock, RETIREMENTS, versionsBy } from './api/_retirements.ts'
import { V11_ENDPOINTS } from './api/1.1/_endpoints.ts'
import { v11Family } from './api/1.1/_family.ts'
import type { Services } from './api/services.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Caller } from './auth/caller.ts'
import type { SignatureFailures } from './auth/signature-failures.ts'
import type { Config } from './config.ts'
import type { Counters } from './counters.ts'
import { buildApp } from './http/app.ts'
import type { Family } from './http/endpoint.ts'
import { outerReader } from './http/outer.ts'
import type { Edge } from './http/pipeline.ts'
import type { Logger } from './lib/log.ts'
import type { Metrics } from './metrics.ts'
import type { Runtime } from './runtime.ts'

/** What changes while the server runs, and every listener must know. */
export interface ServerState {
  draining: boolean
  /** Why nothing may be served any more. */
  damage: Error | undefined
}

export interface EdgeParts {
  readonly config: Config
  readonly logger: Logger
  readonly metrics: Metrics
  readonly runtime: Runtime
  readonly counters: Counters
  readonly failures: SignatureFailures
  readonly state: ServerState
}

export type ListenerName = 'public' | 'upload' | 'stream' | 'console'

export interface PublicListener {
  readonly name: ListenerName
  readonly port: number
  readonly app: FastifyInstance
}

/** The parts of the surface that may have a host, and so a listener, of their own (spec/README.md "Hosts"). */
const PARTS: Record<Exclude<ListenerName, 'public'>, (path: string) => boolean> = {
  upload: (path) => path.startsWith('/1.1/media/'),
  stream: (path) => path.startsWith('/stream/'),
  console: (path) => path.startsWith('/console/'),
}

/**
 * The listeners that the settings ask for, none of them listening yet. Without ports of their own, every part is
 * on the public one; with one, streams and the console leave it, and uploads are on both, because clients differ.
 */
export function buildPublicListeners(parts: EdgeParts): PublicListener[] {
  const { config, logger } = parts
  const families: readonly Family<Caller, Services>[] = [v11Family(V11_ENDPOINTS), ...previewFamilies()]
  const edge = buildEdge(parts, families)
  const tls = config.tls_cert === '' ? undefined : { cert: config.tls_cert, key: config.tls_key }
  const own = {
    upload: config.upload_port,
    stream: config.stream_port,
    console: config.console_port,
  }
  const make = (name: ListenerName, port: number, serves: (path: string) => boolean): PublicListener => {
    const served = families.map((family) => ({
      ...family,
      endpoints: family.endpoints.filter((endpoint) => serves(endpoint.paths[0])),
    }))
    const hosts = name === 'public' ? config.hosts : []
    const listener = { tls, http2: name !== 'stream' }
    return { name, port, app: buildApp({ edge, families: served, hosts, logger, listener }) }
  }
  const listeners = [
    make('public', config.port, (path) => {
      const leaves = (name: 'stream' | 'console') => own[name] !== undefined && PARTS[name](path)
      return !leaves('stream') && !leaves('console')
    }),
  ]
  for (const name of ['upload', 'stream', 'console'] as const) {
    const port = own[name]
    if (port !== undefined) listeners.push(make(name, port, PARTS[name]))
  }
  return listeners
}

function buildEdge(parts: EdgeParts, families: readonly Family<Caller, Services>[]): Edge<Caller, Services> {
  const { config, metrics, runtime, counters, failures, state } = parts
  const { context } = runtime
  const { limits } = config
  const authenticator = { context, nonces: counters.nonces, failures }
  return {
    services: {
      ...context,
      windows: counters.windows,
      limits,
      limitedEndpoints: () =>
        families.flatMap(({ endpoints, windowBy }) => endpoints.map((endpoint) => ({ endpoint, windowBy }))),
    },
    clock: context.clock,
    windows: counters.windows,
    limits,
    corsOrigin: config.cors_origin === '' ? undefined : config.cors_origin,
    authenticate: (request, endpoint) => authenticate(authenticator, request, endpoint),
    version: versionsBy(
      RETIREMENTS,
      apiClock(config.api_date, () => context.clock.now()),
    ),
    outer: outerReader({ trustedProxy: config.trusted_proxy, insecureHttp: config.insecure_http }),
    unavailable: () => state.damage,
    draining: () => state.draining,
    observe: (observation) => metrics.request(observation),
  }
}
