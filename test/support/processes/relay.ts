/** Starts nodes with a relay, without the other parts of a server. */
import type { ClusterMembership } from '../../../src/cluster/cluster.ts'
import type { DatabaseAddress } from '../../../src/db/migration.ts'
import type { Primary } from '../../../src/db/postgres/primary.ts'
import type { Store } from '../../../src/db/store.ts'
import { must } from '../../../src/lib/assert.ts'
import { parseNatsAddress } from '../../../src/lib/hosts/nats-address.ts'
import { systemClock, systemRandom } from '../../../src/lib/time/clock.ts'
import { Relay, type RelayOptions } from '../../../src/log/relay/relay.ts'
import { Tail } from '../../../src/log/tail.ts'
import { NatsLink } from '../../../src/nats/link.ts'
import type { Hooks } from '../engines.ts'
import { recordingLogger } from '../logged.ts'
import { testCluster, testStore } from '../stores.ts'

export interface RelayNode {
  readonly store: Store
  readonly cluster: ClusterMembership
  readonly tail: Tail
  readonly relay: Relay
  readonly lines: readonly Record<string, unknown>[]
  /** Ends the node as a stop of the server does. */
  close(): Promise<void>
}

export const SERVER_ID = 'a'.repeat(32)

/**
 * Starts a node that uses this database. Its tail follows the relay. The node is closed at the end of the
 * test.
 */
export async function relayNode(
  t: Hooks,
  address: DatabaseAddress & { readonly primary?: Primary },
  url: string,
  options: { readonly serverId?: string; readonly pollMs?: number; readonly ringEvents?: number } = {},
): Promise<RelayNode> {
  const { primary } = address
  const store = testStore(t, address, { primary })
  const cluster = testCluster(t, store, address)
  const { logger, lines } = recordingLogger()
  const link = new NatsLink({
    address: must(parseNatsAddress(url), 'an address of NATS'),
    name: 'test',
    clock: systemClock,
    logger,
  })
  const timeline = primary && (() => primary.timeline)
  const parts: RelayOptions = {
    ...{ link, store, cluster, random: systemRandom, clock: systemClock },
    serverId: options.serverId ?? SERVER_ID,
    mayPublish: true,
    logger,
    head: () => tail.head,
    primaryTimeline: timeline,
  }
  const relay = new Relay(parts)
  const tail: Tail = await Tail.open(store, systemClock, { cluster, timeline, feed: relay, ...options })
  const close = async () => {
    await tail.close()
    await relay.close()
    await cluster.close()
  }
  t.after(close)
  return { store, cluster, tail, relay, lines, close }
}
