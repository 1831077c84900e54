/** The phases of a server stop, in order. */
import type { Config } from './config.ts'
import type { DataLock } from './db/data-lock.ts'
import type { PublicListener } from './edge.ts'
import type { Generations } from './generations.ts'
import type { ClientProxy } from './http/proxy/client-proxy.ts'
import type { Phase } from './lib/shutdown.ts'
import { type Clock, sleep } from './lib/time/clock.ts'
import type { Runtime } from './runtime.ts'

/** Milliseconds that running requests have to end. */
const DRAIN_MS = 10_000
const PHASE_MS = 5_000

/** The parts of a server that must be stopped. */
interface Running {
  readonly clock: Clock
  /**
   * `drain_seconds` is the time before streams end. During this time, load balancers notice that the server is not
   * ready.
   */
  readonly config: Pick<Config, 'drain_seconds'>
  readonly runtime: Runtime
  readonly generations: Generations
  readonly listeners: readonly PublicListener[]
  readonly lock: DataLock
  /** The admin listener. */
  readonly ops: { close(): Promise<void> }
  readonly proxy: ClientProxy | undefined
  /** Imports and backups of the console. */
  readonly desk: { close(): Promise<void> }
  readonly stopVerifying: () => Promise<void>
  readonly tracing: { close(): Promise<void> } | undefined
  /** The snapshots of test mode have a separate connection to the database. */
  readonly testControls: { readonly snapshots: { close(): Promise<void> } } | undefined
  /** Periodic checks of the clock and of the certificate. */
  readonly watches: readonly { close(): void }[]
}

/** The phases in order. */
export function stopPhases({
  clock,
  config,
  generations,
  listeners,
  runtime,
  lock,
  ops,
  proxy,
  desk,
  stopVerifying,
  tracing,
  testControls,
  watches,
}: Running): readonly Phase[] {
  const stopJobs = () => generations.stopJobs().finally(() => watches.map((watch) => watch.close()))
  const closeDatabase = async () => {
    await testControls?.snapshots.close().catch(() => undefined) // The database is closed even after an error.
    await runtime.close()
  }
  return [
    ...waiting(clock, config.drain_seconds * 1_000),
    { name: 'streams', atMost: PHASE_MS, run: () => generations.live.closeStreams() },
    { name: 'requests', atMost: DRAIN_MS, run: () => drain(listeners, proxy) },
    { name: 'connections', atMost: PHASE_MS, run: () => cut(listeners, proxy) },
    { name: 'desk', atMost: DRAIN_MS, run: () => desk.close() },
    { name: 'webhooks', atMost: PHASE_MS, run: () => generations.live.webhooks.close() },
    { name: 'search', atMost: PHASE_MS, run: () => generations.live.indexer.close() },
    { name: 'verification', atMost: PHASE_MS, run: stopVerifying },
    { name: 'jobs', atMost: PHASE_MS, run: stopJobs },
    { name: 'log', atMost: PHASE_MS, run: () => generations.live.closeLog() },
    { name: 'counters', atMost: PHASE_MS, run: () => generations.closeCounters() },
    { name: 'media', atMost: PHASE_MS, run: () => generations.live.media.blobs.close() },
    { name: 'database', atMost: PHASE_MS, run: () => closeDatabase().finally(() => lock.release()) },
    ...(tracing === undefined ? [] : [{ name: 'traces', atMost: PHASE_MS, run: () => tracing.close() }]),
    { name: 'operations', atMost: PHASE_MS, run: () => ops.close() },
  ]
}

/**
 * Waits before connections are refused, because a load balancer sends new connections until its next readiness check.
 */
function waiting(clock: Clock, ms: number): readonly Phase[] {
  return ms === 0 ? [] : [{ name: 'drain', atMost: ms + PHASE_MS, run: () => sleep(clock, ms) }]
}

async function drain(listeners: readonly PublicListener[], proxy: ClientProxy | undefined): Promise<void> {
  proxy?.close()
  await Promise.all(listeners.map(({ app }) => app.fastify.close()))
}

async function cut(listeners: readonly PublicListener[], proxy: ClientProxy | undefined): Promise<void> {
  proxy?.cut()
  for (const { app } of listeners) app.listener.cut()
}
