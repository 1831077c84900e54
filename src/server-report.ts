/** Reports the state of a server to operators (spec/console.md#server-page). */
import { statfs } from 'node:fs/promises'
import type { ServerState } from './api/console/_operator/server-state.ts'
import { shownNodes } from './cluster/shown-nodes.ts'
import type { Config } from './config.ts'
import { databaseBytes } from './db/maintenance/database-size.ts'
import { backlogs } from './domain/webhooks/queue.ts'
import { must } from './lib/assert.ts'
import { programVersion } from './lib/package/program-version.ts'
import { consumerPositions } from './log/consumer-position.ts'
import { countFailed } from './log/failed-items.ts'
import { logHead } from './log/log-head.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './ops/readiness.ts'
import type { Runtime } from './runtime.ts'
import { type SettingSources, type ShownValue, shownSettings } from './shown-settings.ts'

export interface ReportedServer {
  readonly config: Config
  /** The sources of the settings; undefined for a server that another program has started with its own settings. */
  readonly sources: SettingSources | undefined
  readonly runtime: Pick<Runtime, 'context' | 'cluster'>
  readonly metrics: Pick<Metrics, 'values'>
  readonly readiness: () => Promise<Readiness>
}

/** Makes the function that reads the state of the server. */
export function serverReport(parts: ReportedServer): () => Promise<ServerState> {
  const { config, runtime, metrics } = parts
  const { clock, store } = runtime.context
  const startedAt = clock.now()
  const version = programVersion()
  return async () => {
    const { reason = null, clock: clockProblem = null } = await parts.readiness()
    return {
      ...{ version, started_at: startedAt, now: clock.now() },
      ...{ is_ready: reason === null, reason, clock: clockProblem },
      has_test_controls: config.test_controls === 'on',
      requests: await requestsOf(metrics),
      storage: {
        engine: store.engine,
        database_bytes: await databaseBytes(store),
        free_bytes: await freeBytes(config.data),
      },
      log: await logOf(store),
      webhooks: await waitingDeliveries(store),
      streams: await connectionsOf(metrics),
      nodes: await nodesOf(runtime.cluster, store),
      settings: settingsOf(parts),
    }
  }
}

type Store = Runtime['context']['store']

async function requestsOf(metrics: Pick<Metrics, 'values'>): Promise<ServerState['requests']> {
  const all = await metrics.values('aviary_requests_total')
  const sum = (from: number, to: number) =>
    all
      .filter(({ labels }) => Number(labels['status']) >= from && Number(labels['status']) < to)
      .reduce((total, { value }) => total + value, 0)
  return { answered: sum(100, 600), refused: sum(400, 500), failed: sum(500, 600) }
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    // Some network file systems do not report their free space.
    return null
  }
}

async function logOf(store: Store): Promise<ServerState['log']> {
  const [{ head, trimmed }, positions, failed] = await Promise.all([
    logHead(store),
    consumerPositions(store),
    countFailed(store),
  ])
  const readers = positions.map(({ name, position }) => ({
    name,
    position: String(position),
    behind: Number(head > position ? head - position : 0n),
    failed_items: failed.find(({ reader }) => reader === name)?.items ?? 0,
  }))
  return { head: String(head), trimmed: String(trimmed), readers }
}

async function waitingDeliveries(store: Store): Promise<ServerState['webhooks']> {
  const all = await backlogs(store)
  return {
    waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
    oldest: all.length === 0 ? null : Math.min(...all.map(({ since }) => since)),
  }
}

async function connectionsOf(metrics: Pick<Metrics, 'values'>): Promise<ServerState['streams']> {
  const byName = new Map<string, number>()
  for (const { labels, value } of await metrics.values('aviary_stream_connections')) {
    const name = String(labels['stream'])
    byName.set(name, (byName.get(name) ?? 0) + value)
  }
  return [...byName].map(([name, connections]) => ({ name, connections }))
}

async function nodesOf(
  cluster: Pick<Runtime['cluster'], 'self' | 'members'>,
  store: Store,
): Promise<ServerState['nodes']> {
  const [members, { head }] = await Promise.all([cluster.members(), logHead(store)])
  return shownNodes(members, head).map((node, index) => {
    const { since, lastSeen } = must(members[index], 'the member of a node')
    const { id, name, address, version, roles, load } = node
    return {
      ...{ id, name, address, version, load, is_self: id === cluster.self.id },
      ...{ roles: [...roles], since, last_seen: lastSeen },
    }
  })
}

function settingsOf({ config, sources }: ReportedServer): ServerState['settings'] {
  return shownSettings(config).map(({ name, value }) => ({
    name,
    value: textOf(value),
    source: sources?.[name].from ?? null,
  }))
}

function textOf(value: ShownValue): string | null {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  return isEmpty ? null : String(value)
}
