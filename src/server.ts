/**
 * Assembles the server from its parts. This file, edge.ts and the command line are the only ones that may
 * import all parts.
 */
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from './api/_services.ts'
import { openAppTraffic } from './app-traffic.ts'
import type { Caller } from './auth/caller.ts'
import { SignatureFailures } from './auth/signature-failures.ts'
import type { Config } from './config.ts'
import type { Counters } from './counters/counters.ts'
import { openCounters } from './counters/open-counters.ts'
import { TestNonceStore } from './counters/test-nonces.ts'
import { awaitingDatabase } from './db/await-database.ts'
import { DataLock } from './db/data-lock.ts'
import { DATABASE_FILE } from './db/open.ts'
import { probe } from './db/probe.ts'
import { WriteHealth } from './db/write-health.ts'
import { openDesk } from './desk/open-desk.ts'
import {
  buildPublicListeners,
  type EdgeBounds,
  type ListenerName,
  type PublicListener,
  type ServerState,
} from './edge.ts'
import { type Generation, Generations } from './generations.ts'
import type { Family } from './http/endpoint.ts'
import { ClientProxy, type ProxyAddress } from './http/proxy/client-proxy.ts'
import {
  type OwnTls,
  requireUsableFiles,
  type ServerCertificates,
  serverCertificates,
} from './http/tls/server-certificates.ts'
import { jobsOfRoles, serverJobs, startJobs, tracedJobs } from './jobs.ts'
import { must } from './lib/assert.ts'
import { Gate } from './lib/async/gate.ts'
import { once } from './lib/async/once.ts'
import { createLogger, type Logger } from './lib/log.ts'
import { type LogSink, standardOutput } from './lib/log-sink.ts'
import { localHostOf, type ServerAddress } from './lib/server-address.ts'
import { shutDown } from './lib/shutdown.ts'
import { type Clock, type Random, type RandomsOfParts, systemClock, systemRandom } from './lib/time/clock.ts'
import { openLive } from './live.ts'
import type { Tail } from './log/tail.ts'
import { mailJobs } from './mail/mail-jobs.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { listedNodes, nodeFacts } from './node/facts.ts'
import { buildOpsApp } from './ops/app.ts'
import { operatorToken, testToken } from './ops/operator-token.ts'
import { type ReadinessParts, readiness } from './ops/readiness.ts'
import { openRuntime, type Runtime, type RuntimeOptions } from './runtime.ts'
import { deskControls } from './server-controls.ts'
import { exposeGauges, watchClock, watchListeners } from './server-gauges.ts'
import { serverReport } from './server-report.ts'
import { stopPhases } from './server-stop.ts'
import type { SettingSources } from './shown-settings.ts'
import type { OpenTracing } from './telemetry/open-tracing.ts'
import {
  makeTestControls,
  type ServerControls,
  signingClocks,
  TEST_MODE_WARNING,
  type TestControls,
} from './testing/controls.ts'
import { blobSnapshots, withSnapshots } from './testing/open-snapshots.ts'
import { withinSettleTime } from './testing/settle.ts'
import { requireIntact, watchSoundness } from './verify/at-start.ts'

export interface ServerOptions {
  readonly clock?: Clock
  readonly random?: Random
  /** Random source for each part; default: `random` for all parts. */
  readonly randomOf?: RandomsOfParts
  readonly logger?: Logger
  /** Replaces the public API families, for tests of the edge. */
  readonly families?: readonly Family<Caller, Services>[] | undefined
  /** Replaces default limits, for tests. */
  readonly bounds?: EdgeBounds | undefined
  /** Replaces the migration, for tests. */
  readonly migrate?: RuntimeOptions['migrate']
  /** Replaces the cost of password hashes, for tests. */
  readonly passwordCost?: RuntimeOptions['passwordCost']
  /** Called with a sentence while the start waits for the database. */
  readonly onWait?: (sentence: string) => void
  /** The sources of the settings; the console shows them. */
  readonly sources?: SettingSources
  /** Opens traces; set only by commands whose process belongs to the server alone. */
  readonly openTracing?: (logger: Logger) => Promise<OpenTracing | undefined>
}

export interface Server {
  /** URL of the public listener, such as `http://localhost:8080`. */
  readonly url: string
  /** URLs of all public listeners. */
  readonly urls: Readonly<Partial<Record<ListenerName, string>>>
  /** Local URLs of the server, and the host names that clients use. */
  readonly place: ServerAddress
  readonly opsUrl: string
  /** The client proxy; undefined without the setting `proxy_port`. */
  readonly proxy: ProxyAddress | undefined
  /** The certificate that the server made for its listeners; undefined unless the setting `tls` is `auto`. */
  readonly ownTls: OwnTls | undefined
  readonly runtime: Runtime
  readonly tail: Tail
  readonly counters: Counters
  readonly generations: Pick<Generations, 'traffic'>
  readonly state: ServerState
  readonly logger: Logger
  /** The controls of test mode; undefined unless the setting `test_controls` is on. */
  readonly testControls: ServerControls | undefined
  /**
   * Reads the files of the TLS certificate again; new connections use them. Does nothing if the server does not use
   * TLS.
   */
  renewCertificate(): void
  /** Stops the server in the phases of server-stop.ts. The last phase closes the admin listener. */
  close(): Promise<void>
}

/** Starts a server from its settings. @throws an error that prevents the start, with advice */
export async function startServer(config: Config, options: ServerOptions = {}): Promise<Server> {
  const { clock: machine = systemClock, random = systemRandom, randomOf = () => random } = options
  const sink = options.logger === undefined ? standardOutput() : undefined
  const logger = options.logger ?? createLogger(config.log_level, sink)
  // These quick checks come first, because verifying a large database takes a long time.
  requireUsableFiles(config)
  const tracing = await options.openTracing?.(logger)
  const lock = new DataLock(config, machine, logger)
  try {
    await lock.take()
    const testControls = testControlsOf(config, machine, random)
    const clock = testControls?.clock ?? machine
    // Clients check certificates with the system clock. Certificates use a separate random source. Otherwise they would
    // change the random bytes of a server in test mode.
    const issuing =
      testControls === undefined ? { clock, random } : { clock: testControls.machine, random: systemRandom }
    const certificates = await serverCertificates(config, issuing.clock.now(), issuing.random)
    const parts = { clock, machine: issuing.clock, random, randomOf, logger }
    const started = { ...options, ...parts, certificates, testControls, tracing }
    return await startLocked(config, started, lock, sink)
  } catch (error) {
    lock.release()
    await tracing?.close().catch(() => undefined) // The error that prevented the start is thrown.
    throw error
  }
}

function testControlsOf(config: Config, machine: Clock, random: Random): TestControls | undefined {
  if (config.test_controls === 'off') return undefined
  const token = config.test_token === '' ? testToken(config.data, random) : config.test_token
  return makeTestControls(machine, random, { token, blobs: blobSnapshots(config) })
}

type StartOptions = ServerOptions &
  Required<Pick<ServerOptions, 'clock' | 'random' | 'randomOf' | 'logger'>> & {
    /** The system clock; clients use it. */
    readonly machine: Clock
    readonly certificates: ServerCertificates
    readonly testControls: TestControls | undefined
    readonly tracing: OpenTracing | undefined
  }

/** Parts that need the database. If opening a part fails, the parts that are already open are closed. */
interface Parts extends Generation {
  readonly metrics: Metrics
  readonly writes: WriteHealth
  readonly runtime: Runtime
}

async function openParts(
  config: Config,
  options: StartOptions,
  lock: DataLock,
  isNew: boolean,
): Promise<Parts> {
  const { clock, random, logger, migrate, passwordCost, testControls, tracing } = options
  const machineClock = testControls && systemClock
  const metrics = createMetrics()
  const writes = new WriteHealth(clock)
  const observer = { ...metrics.store, ...writes.observer }
  const services = { clock, machineClock, random, logger, observer, migrate, passwordCost, tracing }
  const runtime = await openRuntime(config, { manner: 'server', ...services })
  if (isNew) await orClose(lock.takeDatabase(), [runtime.close])
  const shared = { metrics, runtime }
  const generation = await orClose(openGeneration(config, options, shared, isNew, 'now'), [runtime.close])
  return { ...shared, ...generation, writes }
}

/**
 * @param isNew true when no nonce can have been used before
 * @param begins determines when jobs run first: `now`, or after their first interval (`later`). After a reset,
 *   they run later, so that they do not delay the reset, for which a test waits
 */
async function openGeneration(
  config: Config,
  { clock, random, randomOf, logger, bounds, testControls, tracing }: StartOptions,
  { metrics, runtime }: Pick<Parts, 'metrics' | 'runtime'>,
  isNew: boolean,
  begins: 'now' | 'later',
): Promise<Generation> {
  const shared = { runtime, metrics, clock, random, randomOf, logger, testControls, tracing }
  const traffic = openAppTraffic(config, shared)
  const parts = { ...shared, ringBytes: bounds?.streamRing, traffic }
  const live = await openLive(config, parts)
  const opening = openCounters(runtime.context, config.data, metrics, { ...runtime.ids.before, isNew })
  const counters = withTestNonces(await orClose(opening, [live.closeStreams, live.closeLog]), testControls)
  const all = [...serverJobs({ ...runtime.context, ...live }, config), ...mailJobs(config, shared)]
  const jobs = tracedJobs(jobsOfRoles(all, config.roles), tracing)
  const onRun = testControls && ((run: Promise<void>) => testControls.clock.hold(withinSettleTime(run)))
  const stopJobs = startJobs(jobs, { clock, logger, failures: live.failedItems, begins, onRun })
  return { live, counters, traffic, stopJobs }
}

function withTestNonces(counters: Counters, controls: TestControls | undefined): Counters {
  if (controls === undefined) return counters
  return { ...counters, nonces: new TestNonceStore(signingClocks(controls)) }
}

/** Opens the parts; waits for a database that is starting. */
function openPatiently(
  config: Config,
  options: StartOptions,
  lock: DataLock,
  isNew: boolean,
): Promise<Parts> {
  return awaitingDatabase(() => openParts(config, options, lock, isNew), {
    seconds: config.database_wait,
    onWait(sentence) {
      options.logger.warn(sentence)
      options.onWait?.(sentence)
    },
  })
}

/** True before the first start of a server with SQLite. */
function isEmptyFolder({ database, data }: Config): boolean {
  return database === '' && !existsSync(join(data, DATABASE_FILE))
}

async function startLocked(
  config: Config,
  options: StartOptions,
  lock: DataLock,
  sink: LogSink | undefined,
): Promise<Server> {
  const { clock, machine, random, logger, certificates } = options
  const isNew = isEmptyFolder(config)
  if (!isNew) await requireIntact(config, logger)
  const { metrics, writes, runtime, ...first } = await openPatiently(config, options, lock, isNew)
  const failures = new SignatureFailures(clock, logger)
  const state: ServerState = { draining: false, damage: undefined }
  const gate = options.testControls && new Gate()
  const certificate = () => tls.now?.()
  const ready = () => readiness(health)
  const serverState = serverReport({ config, sources: options.sources, runtime, metrics, readiness: ready })
  const desk = openDesk(config, runtime.context, logger)
  const reports = { certificate, serverState, deskControls: () => controls, transfers: desk.transfers }
  const edge = { ...options, config, metrics, runtime, failures, state, gate, ...reports }
  const edgeParts = ({ live, counters, traffic }: Generation) => ({ ...edge, ...live, counters, traffic })
  const { listeners, renew } = buildPublicListeners(edgeParts(first), options.families)
  const generations = new Generations(first, {
    gate,
    open: () => openGeneration(config, options, { metrics, runtime }, true, 'later'),
    install: (generation) => renew(edgeParts(generation)),
  })
  const testControls = withSnapshots(config, options.testControls, runtime, generations)
  const controls = deskControls(testControls, { address: () => urlOf(ops, config.ops_host), runtime, logger })
  const watch = watchClock(clock, logger, metrics, runtime.ids)
  const health = { state, ...probesOf(runtime, writes, generations), watch, clock, roles: config.roles }
  const ops = buildOpsApp({
    ...{ context: runtime.context, logger, metrics, failures, testControls },
    indexCoverage: { reach: () => generations.live.indexCoverage.reach() },
    nodes: () => listedNodes(runtime),
    ...{ host: config.ops_host, token: operatorToken(config.data, random) },
    readiness: ready,
  })
  const stopVerifying = watchSoundness(config, logger, (damage) => void Object.assign(state, { damage }))
  exposeGauges(metrics, listeners, generations, sink)
  const tls = watchListeners(certificates.files, listeners, { metrics, logger, machine })
  const proxy = certificates.proxy && new ClientProxy(certificates.proxy.caFile)
  const running = { generations, listeners, runtime, lock, ops, proxy, desk, testControls }
  const phases = stopPhases({ ...edge, ...running, stopVerifying, watches: [watch, tls] })
  const close = once(() => {
    state.draining = true
    // The clock is unfrozen, because a frozen clock would never reach the time limits of the phases.
    testControls?.clock.run()
    return shutDown(phases, clock, logger)
  })
  try {
    const opsUrl = await listen(ops, config.ops_host, config.ops_port, 'http')
    const { proxied, ...urls } = await listenAll(listeners)
    const proxyAddress = await listenProxy(proxy, proxied, config)
    const place = placeOf(config, urls, certificates.own?.caFile, proxyAddress)
    await runtime.cluster.join(nodeFacts(config, place, { metrics, generations, clock: systemClock }))
    generations.live.start()
    await desk.start()
    await testControls?.snapshots.saveStart()
    if (testControls !== undefined) logger.warn({ admin: opsUrl }, TEST_MODE_WARNING)
    return {
      url: place.local.public,
      urls: place.local,
      place,
      opsUrl,
      ...{ proxy: proxyAddress, runtime },
      get tail() {
        return generations.live.tail
      },
      get counters() {
        return generations.counters
      },
      ownTls: certificates.own,
      renewCertificate: tls.renew,
      ...{ state, logger, testControls, close, generations },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Opens a part. If opening fails, closes the other parts, because otherwise their leases would stay in the database.
 */
async function orClose<T>(opening: Promise<T>, others: readonly (() => Promise<void>)[]): Promise<T> {
  try {
    return await opening
  } catch (error) {
    for (const close of others) await close().catch(() => undefined) // The error of `opening` is thrown.
    throw error
  }
}

function probesOf(
  { store, ids }: Runtime,
  writes: WriteHealth,
  generations: Generations,
): Pick<ReadinessParts, 'database' | 'relay' | 'ids'> {
  const database = {
    answers: () => probe(store),
    takesWrites: () => writes.requireWritable(store).then(() => generations.counters.ready()),
  }
  return { database, relay: () => generations.live.relay?.status, ids }
}

async function listenProxy(
  proxy: ClientProxy | undefined,
  target: string | undefined,
  { proxy_host, proxy_port = 0 }: Config,
): Promise<ProxyAddress | undefined> {
  return proxy?.listen(proxy_host, proxy_port, must(target, 'the proxied listener'))
}

async function listenAll(
  listeners: readonly PublicListener[],
): Promise<Partial<Record<ListenerName, string>>> {
  const urls: Partial<Record<ListenerName, string>> = {}
  for (const { name, app, host, port, scheme } of listeners) {
    urls[name] = await listen(app.fastify, host, port, scheme)
  }
  return urls
}

function placeOf(
  config: Config,
  urls: Partial<Record<ListenerName, string>>,
  caFile: string | undefined,
  proxy: ProxyAddress | undefined,
): ServerAddress {
  return {
    local: { ...urls, public: must(urls.public, 'the public listener') },
    baseUrl: config.base_url,
    streamUrl: config.stream_url,
    hosts: config.hosts,
    isProxied: config.trusted_proxy.length > 0,
    ...(caFile === undefined ? {} : { caFile }),
    ...(proxy === undefined ? {} : { proxy }),
  }
}

async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  scheme: 'http' | 'https',
): Promise<string> {
  await app.listen({ host, port })
  return urlOf(app, host, scheme)
}

function urlOf(app: FastifyInstance, host: string, scheme: 'http' | 'https' = 'http'): string {
  const { port } = app.server.address() as AddressInfo
  return `${scheme}://${localHostOf(host)}:${port}`
}
