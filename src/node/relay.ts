/** Opens the relay of a running server: its connection to NATS, and its metrics. */
import { NatsSignals } from '../cluster/nats-signals.ts'
import type { Config } from '../config.ts'
import { serverIdOf } from '../domain/server-id.ts'
import { must } from '../lib/assert.ts'
import { parseNatsAddress } from '../lib/hosts/nats-address.ts'
import type { Logger } from '../lib/log.ts'
import { systemClock } from '../lib/time/clock.ts'
import { Relay } from '../log/relay/relay.ts'
import type { Metrics } from '../metrics.ts'
import { NatsLink } from '../nats/link.ts'
import type { Runtime } from '../runtime.ts'

export type NodeRelay = Relay

interface RelayParts {
  readonly runtime: Runtime
  readonly metrics: Metrics
  readonly logger: Logger
}

/**
 * Opens the relay; an unreachable NATS does not prevent the start of the server.
 * @param head the last position that this node has
 * @returns undefined without the setting `relay`
 * @throws {Error} when the packages are missing, with the command that installs them
 */
export async function openRelay(
  { relay: url, roles }: Config,
  { runtime, metrics, logger }: RelayParts,
  head: () => bigint,
): Promise<NodeRelay | undefined> {
  if (url === '') return undefined
  const { store, cluster, context, timeline: primaryTimeline } = runtime
  const address = must(parseNatsAddress(url), 'the address of NATS')
  // NATS uses real time, so the relay uses the clock of the machine.
  const clock = systemClock
  const serverId = await serverIdOf(context)
  const link = new NatsLink({ address, name: `aviary ${cluster.self.name}`, clock, logger })
  cluster.carry(new NatsSignals(link, serverId))
  const mayPublish = roles.includes('jobs')
  const relay = new Relay({
    link,
    store,
    cluster,
    serverId,
    random: context.random,
    clock,
    logger,
    head,
    primaryTimeline,
    mayPublish,
  })
  exposeRelay(metrics, relay, head)
  return relay
}

function exposeRelay(metrics: Metrics, relay: Relay, head: () => bigint): void {
  const positionOf = () => Number(relay.status.position)
  metrics.gauge('aviary_relay_position', 'Last position of the relay that this node knows.', positionOf)
  metrics.gauge('aviary_relay_lag_events', 'Events of this node that the relay does not have yet.', () =>
    Math.max(0, Number(head()) - positionOf()),
  )
  metrics.gauge(
    'aviary_relay_live',
    'Relay of this node: 2 while it publishes, 1 while it reads, 0 while it reads the database instead.',
    () => ({ publishing: 2, reading: 1, none: 0 })[relay.status.work],
  )
  metrics.counter(
    'aviary_relay_resets_total',
    'Times that this node has seen the relay begin anew: after a restore, a promotion, or a loss in the relay.',
    () => relay.status.resets,
  )
}
