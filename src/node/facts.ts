/** Collects facts about a running node; operators see these facts for all nodes. */
import type { NodeFacts } from '../cluster/cluster.ts'
import { shownNodes } from '../cluster/shown-nodes.ts'
import type { Config } from '../config.ts'
import type { Generations } from '../generations.ts'
import { programVersion } from '../lib/package/program-version.ts'
import type { ServerAddress } from '../lib/server-address.ts'
import type { Clock } from '../lib/time/clock.ts'
import { logHead } from '../log/log-head.ts'
import type { Metrics } from '../metrics.ts'
import type { Runtime } from '../runtime.ts'

interface LoadSources {
  readonly metrics: Pick<Metrics, 'values'>
  readonly generations: Pick<Generations, 'live'>
  /** The clock of the machine. */
  readonly clock: Pick<Clock, 'monotonic'>
}

const MICROSECONDS = 1_000_000

/**
 * The facts about this node. In the result of `load`, `processor` is the mean number of busy processors since the
 * previous call.
 */
export function nodeFacts(
  { roles }: Pick<Config, 'roles'>,
  place: ServerAddress,
  { metrics, generations, clock }: LoadSources,
): NodeFacts {
  let before = process.cpuUsage()
  let at = clock.monotonic()
  return {
    ...{ address: JSON.stringify(place), roles, version: programVersion() },
    async load() {
      const [requests, connections, streams] = await Promise.all([
        sumOf(metrics, 'aviary_requests_running'),
        sumOf(metrics, 'aviary_connections'),
        sumOf(metrics, 'aviary_stream_connections'),
      ])
      const [now, used] = [clock.monotonic(), process.cpuUsage(before)]
      const seconds = Math.max(now - at, 1) / 1_000
      const processor = (used.user + used.system) / MICROSECONDS / seconds
      before = process.cpuUsage()
      at = now
      return {
        ...{ requests, connections, streams },
        position: generations.live.tail.head,
        processor: Math.round(processor * 1_000) / 1_000,
        memory: process.memoryUsage.rss(),
      }
    },
  }
}

/** The body of `/nodes` of the admin listener. */
export async function listedNodes({ cluster, store }: Pick<Runtime, 'cluster' | 'store'>): Promise<object> {
  const [members, { head }] = await Promise.all([cluster.members(), logHead(store)])
  return { log_position: String(head), nodes: shownNodes(members, head, cluster.self.id) }
}

async function sumOf(metrics: Pick<Metrics, 'values'>, name: string): Promise<number> {
  const all = await metrics.values(name)
  return all.reduce((sum, { value }) => sum + value, 0)
}
