/** The phases in which a server stops. */
import type { DataLock } from './db/data-lock.ts'
import type { PublicListener } from './edge.ts'
import type { Generations } from './generations.ts'
import type { ClientProxy } from './http/proxy/client-proxy.ts'
import type { Phase } from './lib/shutdown.ts'
import type { Runtime } from './runtime.ts'

/** Milliseconds for running requests to end at a stop. */
const DRAIN_MS = 10_000
const PHASE_MS = 5_000

/** Parts to stop. */
interface Running {
  readonly runtime: Runtime
  readonly generations: Generations
  readonly listeners: readonly PublicListener[]
  readonly lock: DataLock
  /** The admin listener. */
  readonly ops: { close(): Promise<void> }
  readonly proxy: ClientProxy | undefined
  readonly stopVerifying: () => Promise<void>
  readonly tracing: { close(): Promise<void> } | undefined
  /** Periodic looks at the clock and the certificate. */
  readonly watches: readonly { close(): void }[]
}

/** Shutdown phases in order. */
export function stopPhases({
  generations,
  listeners,
  runtime,
  lock,
  ops,
  proxy,
  stopVerifying,
  tracing,
  watches,
}: Running): readonly Phase[] {
  const stopJobs = () => generations.stopJobs().finally(() => watches.map((watch) => watch.close()))
  return [
    { name: 'streams', atMost: PHASE_MS, run: () => generations.live.closeStreams() },
    { name: 'requests', atMost: DRAIN_MS, run: () => drain(listeners, proxy) },
    { name: 'connections', atMost: PHASE_MS, run: () => cut(listeners, proxy) },
    { name: 'webhooks', atMost: PHASE_MS, run: () => generations.live.webhooks.close() },
    { name: 'search', atMost: PHASE_MS, run: () => generations.live.indexer.close() },
    { name: 'verification', atMost: PHASE_MS, run: stopVerifying },
    { name: 'jobs', atMost: PHASE_MS, run: stopJobs },
    { name: 'log', atMost: PHASE_MS, run: () => generations.live.closeLog() },
    { name: 'counters', atMost: PHASE_MS, run: () => generations.closeCounters() },
    { name: 'media', atMost: PHASE_MS, run: () => generations.live.media.blobs.close() },
    { name: 'database', atMost: PHASE_MS, run: () => runtime.close().finally(() => lock.release()) },
    ...(tracing === undefined ? [] : [{ name: 'traces', atMost: PHASE_MS, run: () => tracing.close() }]),
    { name: 'operations', atMost: PHASE_MS, run: () => ops.close() },
  ]
}

async function drain(listeners: readonly PublicListener[], proxy: ClientProxy | undefined): Promise<void> {
  proxy?.close()
  await Promise.all(listeners.map(({ app }) => app.fastify.close()))
}

async function cut(listeners: readonly PublicListener[], proxy: ClientProxy | undefined): Promise<void> {
  proxy?.cut()
  for (const { app } of listeners) app.listener.cut()
}
