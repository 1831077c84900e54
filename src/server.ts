/** Builds the server out of its parts; the only file that knows all of them. */
import { existsSync, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from './api/_services.ts'
import type { ComplianceHub } from './api/stream/compliance/_hub.ts'
import type { Caller } from './auth/caller.ts'
import { SignatureFailures } from './auth/signature-failures.ts'
import type { Config } from './config.ts'
import type { Counters } from './counters/counters.ts'
import { openCounters } from './counters/open-counters.ts'
import { DATABASE_FILE } from './db/open.ts'
import { probe } from './db/probe.ts'
import { SERVER_LOCK_FILE, takeServerLock } from './db/sqlite/server-lock.ts'
import {
  buildPublicListeners,
  type EdgeBounds,
  type ListenerName,
  type PublicListener,
  type ServerState,
} from './edge.ts'
import type { Tail } from './events/tail.ts'
import { readCertificate } from './http/certificate.ts'
import type { Family } from './http/endpoint.ts'
import { serverJobs, startJobs } from './jobs.ts'
import { must } from './lib/assert.ts'
import { type Clock, type Random, sleep, systemClock, systemRandom } from './lib/clock.ts'
import { createLogger, type Logger } from './lib/log.ts'
import { type Phase, shutDown } from './lib/shutdown.ts'
import { openLive } from './live.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { buildOpsApp } from './ops/app.ts'
import { operatorToken } from './ops/operator-token.ts'
import { openRuntime, type Runtime } from './runtime.ts'
import { demandSound, watchSoundness } from './verify/at-start.ts'

export interface ServerOptions {
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
  /** In place of the public surface's own: for tests of the edge itself. */
  readonly families?: readonly Family<Caller, Services>[] | undefined
  /** In place of the usual bounds: nobody waits in tests, or sends as much. */
  readonly bounds?: EdgeBounds | undefined
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
  readonly logger: Logger
  /** Stops in named phases: streams, requests, connections, webhooks, search, verification, jobs, log, counters, media, database, operations. */
  close(): Promise<void>
}

/** Milliseconds that running requests have to end at a stop. */
const DRAIN_MS = 10_000
const PHASE_MS = 5_000

/** Starts a server by its settings. @throws what makes a start impossible, with what to do next */
export async function startServer(config: Config, options: ServerOptions = {}): Promise<Server> {
  const { clock = systemClock, random = systemRandom } = options
  const logger = options.logger ?? createLogger(config.log_level)
  // What takes no time is looked at before a large database is checked.
  if (config.tls_cert !== '') readCertificate({ cert: config.tls_cert, key: config.tls_key })
  const unlock = lockData(config)
  try {
    return await startLocked(config, { ...options, clock, random, logger }, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Holds the data directory against a second server; PostgreSQL is for several. */
function lockData(config: Config): () => void {
  if (config.database !== '') return () => undefined
  mkdirSync(config.data, { recursive: true, mode: 0o700 })
  return takeServerLock(join(config.data, SERVER_LOCK_FILE))
}

async function startLocked(
  config: Config,
  options: ServerOptions & Required<Pick<ServerOptions, 'clock' | 'random' | 'logger'>>,
  unlock: () => void,
): Promise<Server> {
  const { clock, random, logger } = options
  const metrics = createMetrics()
  const isNew = config.database === '' && !existsSync(join(config.data, DATABASE_FILE))
  if (!isNew) await demandSound(config, logger)
  const runtime = await openRuntime(config, { manner: 'server', clock, random, observer: metrics.store })
  const ringBytes = options.bounds?.streamRing
  const live = await openLive(config, { runtime, metrics, clock, random, logger, ringBytes })
  const { tail, compliance } = live
  const closeAll = [live.closeStreams, live.closeLog, runtime.close]
  const counters = await orClose(openCounters(runtime.context, config.data, metrics, isNew), closeAll)
  const failures = new SignatureFailures(clock, logger)
  const state: ServerState = { draining: false, damage: undefined }
  const listeners = buildPublicListeners(
    { ...live, config, logger, metrics, runtime, counters, failures, state, bounds: options.bounds },
    options.families,
  )
  const ops = buildOpsApp({
    context: runtime.context,
    logger,
    metrics,
    failures,
    host: config.ops_host,
    token: operatorToken(config.data, random),
    notReady: () => notReady(state, runtime, clock),
  })
  const stopVerifying = watchSoundness(config, logger, (damage) => {
    state.damage = damage
  })
  const jobs = serverJobs({ ...runtime.context, ...live }, config)
  const stopJobs = startJobs(jobs, clock, logger, live.failedItems)
  exposeGauges(metrics, listeners, compliance, tail)
  const phases: readonly Phase[] = [
    { name: 'streams', atMost: PHASE_MS, run: () => live.closeStreams() },
    { name: 'requests', atMost: DRAIN_MS, run: () => drain(listeners) },
    { name: 'connections', atMost: PHASE_MS, run: () => cut(listeners) },
    { name: 'webhooks', atMost: PHASE_MS, run: () => live.webhooks.close() },
    { name: 'search', atMost: PHASE_MS, run: () => live.indexer.close() },
    { name: 'verification', atMost: PHASE_MS, run: stopVerifying },
    { name: 'jobs', atMost: PHASE_MS, run: stopJobs },
    { name: 'log', atMost: PHASE_MS, run: () => live.closeLog() },
    { name: 'counters', atMost: PHASE_MS, run: () => counters.close() },
    { name: 'media', atMost: PHASE_MS, run: () => live.media.blobs.close() },
    { name: 'database', atMost: PHASE_MS, run: () => runtime.close().finally(unlock) },
    { name: 'operations', atMost: PHASE_MS, run: () => ops.close() },
  ]
  let closing: Promise<void> | undefined
  const close = () => {
    state.draining = true
    closing ??= shutDown(phases, clock, logger)
    return closing
  }
  try {
    const opsUrl = await listen(ops, config.ops_host, config.ops_port, 'http')
    const urls = await listenAll(listeners, config)
    live.start()
    return {
      url: must(urls.public, 'the public listener'),
      urls,
      opsUrl,
      runtime,
      tail,
      counters,
      state,
      logger,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A part that is being opened; when that fails, closes the others: they would keep the process in the database alive. */
async function orClose<T>(opening: Promise<T>, others: readonly (() => Promise<void>)[]): Promise<T> {
  try {
    return await opening
  } catch (error) {
    for (const close of others) await close().catch(() => undefined)
    throw error
  }
}

function exposeGauges(
  metrics: Metrics,
  listeners: readonly PublicListener[],
  compliance: ComplianceHub,
  tail: Tail,
): void {
  metrics.gauge('aviary_connections', 'Connections to the public listeners.', () =>
    listeners.reduce((sum, { app }) => sum + app.listener.connections(), 0),
  )
  metrics.gauge(
    'aviary_stream_ring_bytes',
    'Compressed messages of the compliance stream that are kept for its readers.',
    () => compliance.bytes,
  )
  metrics.gauge(
    'aviary_stream_history_bytes',
    'Compressed history of the compliance stream that is kept for those who resume.',
    () => compliance.history.kept,
  )
  metrics.gauge(
    'aviary_stream_history_events',
    'Events read from the log for those who resumed the compliance stream since the start.',
    () => compliance.history.events,
  )
  metrics.gauge(
    'aviary_stream_history_deflated_bytes',
    'Bytes of messages compressed for those who resumed the compliance stream since the start.',
    () => compliance.history.deflated,
  )
  metrics.gauge('aviary_log_head', 'Last position of the event log that this process knows.', () =>
    Number(tail.head),
  )
}

async function drain(listeners: readonly PublicListener[]): Promise<void> {
  await Promise.all(listeners.map(({ app }) => app.fastify.close()))
}

async function cut(listeners: readonly PublicListener[]): Promise<void> {
  for (const { app } of listeners) app.listener.cut()
}

/** Milliseconds in which the database must answer a question about readiness. */
const PROBE_MS = 2_000

async function notReady(
  { draining, damage }: ServerState,
  { store }: Runtime,
  clock: Clock,
): Promise<string | undefined> {
  if (damage !== undefined) return damage.message
  if (draining) return 'the server is stopping'
  const tooSlow = sleep(clock, PROBE_MS).then(() => 'the database does not answer')
  const answer = probe(store).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return Promise.race([answer, tooSlow])
}

async function listenAll(
  listeners: readonly PublicListener[],
  config: Config,
): Promise<Partial<Record<ListenerName, string>>> {
  const scheme = config.tls_cert === '' ? 'http' : 'https'
  const urls: Partial<Record<ListenerName, string>> = {}
  for (const { name, app, port } of listeners) {
    urls[name] = await listen(app.fastify, config.host, port, scheme)
  }
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
