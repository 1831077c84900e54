/** The phases in which a server stops. */
import type { Config } from './config.ts'
import type { DataLock } from './db/data-lock.ts'
import type { PublicListener } from './edge.ts'
import type { Generations } from './generations.ts'
import type { ClientProxy } from './http/proxy/client-proxy.ts'
import type { Phase } from './lib/shutdown.ts'
import { type Clock, sleep } from './lib/time/clock.ts'
import type { Runtime } from './runtime.ts'

/** Milliseconds for running requests to end at a stop. */
const DRAIN_MS = 10_000
const PHASE_MS = 5_000

/** Parts to stop. */
interface Running {
  readonly clock: Clock
  /** Its time before the streams end is for load balancers to see that the server is not ready. */
  readonly config: Pick<Config, 'drain_seconds'>
  readonly runtime: Runtime
  readonly generations: Generations
  readonly listeners: readonly PublicListener[]
  readonly lock: DataLock
  /** The admin listener. */
  readonly ops: { close(): Promise<void> }
  readonly proxy: ClientProxy | undefined
  /** Imports and backups of the operator's desk. */
  readonly desk: { close(): Promise<void> }
  readonly stopVerifying: () => Promise<void>
  readonly tracing: { close(): Promise<void> } | undefined
  /** The snapshots of test mode have their own connection to the database. */
  readonly testControls: { readonly snapshots: { close(): Promise<void> } } | undefined
  /** Periodic looks at the clock and the certificate. */
  readonly watches: readonly { close(): void }[]
}

/** Shutdown phases in order. */
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
    await testControls?.snapshots.close().catch(() => undefined) // The database is closed in any case.
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

/** New connections are accepted meanwhile, because a load balancer sends them until it has checked the readiness. */
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
