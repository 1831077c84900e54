/** Builds the server out of its parts; the only file that knows all of them. */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { SignatureFailures } from './auth/signature-failures.ts'
import type { Config } from './config.ts'
import { type Counters, openCounters } from './counters.ts'
import { DATABASE_FILE } from './db/open.ts'
import { buildPublicListeners, type ListenerName, type PublicListener, type ServerState } from './edge.ts'
import { Tail } from './events/tail.ts'
import { must } from './lib/assert.ts'
import { type Clock, type Random, systemClock, systemRandom } from './lib/clock.ts'
import { createLogger, type Logger } from './lib/log.ts'
import { shutDown } from './lib/shutdown.ts'
import { createMetrics } from './metrics.ts'
import { buildOpsApp } from './ops/app.ts'
import { openRuntime, type Runtime } from './runtime.ts'

export interface ServerOptions {
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
}

export interface Server {
  /** Where the public listener is, such as `http://localhost:8080`. */
  readonly url: string
  /** Every public listener that there is. */
  readonly urls: Readonly<Partial<Record<ListenerName, string>>>
  readonly opsUrl: string
  readonly runtime: Runtime
  readonly tail: Tail
  readonly counters: Counters
  readonly state: ServerState
  /** Stops in named phases: drain, listeners, log, counters, database. */
  close(): Promise<void>
}

/** Milliseconds that running requests have to end at a stop. */
const DRAIN_MS = 10_000
const PHASE_MS = 5_000

/** Starts a server by its settings. @throws what makes a start impossible, with what to do next */
export async function startServer(config: Config, options: ServerOptions = {}): Promise<Server> {
  const { clock = systemClock, random = systemRandom } = options
  const logger = options.logger ?? createLogger(config.log_level)
  const metrics = createMetrics()
  const isNew = config.database === '' && !existsSync(join(config.data, DATABASE_FILE))
  const runtime = await openRuntime(config, { manner: 'server', clock, random, observer: metrics.store })
  const tail = await Tail.open(runtime.store, clock)
  const counters = await openCounters(runtime.context, config.data, metrics, isNew)
  const failures = new SignatureFailures(clock, logger)
  const state: ServerState = { draining: false, damage: undefined }
  const listeners = buildPublicListeners({ config, logger, metrics, runtime, counters, failures, state })
  const ops = buildOpsApp({
    logger,
    metrics,
    failures,
    host: config.ops_host,
    notReady: () => notReady(state),
  })
  metrics.gauge('aviary_log_head', 'Last position of the event log that this process knows.', () =>
    Number(tail.head),
  )
  const close = () => {
    state.draining = true
    const drain = async () => {
      await Promise.all(listeners.map(({ app }) => app.close()))
    }
    return shutDown(
      [
        { name: 'drain', atMost: DRAIN_MS, run: drain },
        { name: 'log', atMost: PHASE_MS, run: () => tail.close() },
        { name: 'counters', atMost: PHASE_MS, run: () => counters.close() },
        { name: 'database', atMost: PHASE_MS, run: () => runtime.close() },
        { name: 'operations', atMost: PHASE_MS, run: () => ops.close() },
      ],
      clock,
      logger,
    )
  }
  try {
    const opsUrl = await listen(ops, config.ops_host, config.ops_port, 'http')
    const urls = await listenAll(listeners, config)
    return {
      url: must(urls.public, 'the public listener'),
      urls,
      opsUrl,
      runtime,
      tail,
      counters,
      state,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function notReady({ draining, damage }: ServerState): string | undefined {
  return damage?.message ?? (draining ? 'the server is stopping' : undefined)
}

async function listenAll(
  listeners: readonly PublicListener[],
  config: Config,
): Promise<Partial<Record<ListenerName, string>>> {
  const scheme = config.tls_cert === '' ? 'http' : 'https'
  const urls: Partial<Record<ListenerName, string>> = {}
  for (const { name, app, port } of listeners) urls[name] = await listen(app, config.host, port, scheme)
  return urls
}

async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  scheme: 'http' | 'https',
): Promise<string> {
  await app.listen({ host, port })
  const { port: actual } = app.server.address() as AddressInfo
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `${scheme}://${name}:${actual}`
}
