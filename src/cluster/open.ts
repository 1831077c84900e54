/** Opens the cluster of a database. */
import { hostname } from 'node:os'
import type { Primary } from '../db/postgres/primary.ts'
import type { Store } from '../db/store.ts'
import { type Clock, type Random, systemClock } from '../lib/time/clock.ts'
import { type ClusterMembership, LOG_TOPIC } from './cluster.ts'
import { LocalCluster } from './local.ts'
import { PostgresCluster } from './postgres.ts'

export interface OpenClusterOptions {
  readonly store: Store
  /** `postgres://…`, or empty for a SQLite file. */
  readonly url: string
  /** The primary of a URL with several hosts. */
  readonly primary?: Primary | undefined
  readonly clock: Clock
  readonly random: Random
  /** Replaces the clock of the machine for leases and membership, in tests. */
  readonly machineClock?: Clock
}

/**
 * The cluster of this process. The cluster opens no connection before its first use. After this call, it signals each
 * commit of this process to the other nodes.
 */
export function openCluster({
  store,
  url,
  primary,
  random,
  ...options
}: OpenClusterOptions): ClusterMembership {
  const self = { id: random(12).toString('hex'), name: `${hostname()}:${process.pid}` }
  const parts = { machineClock: systemClock, ...options, store, self }
  const cluster = url === '' ? new LocalCluster(parts) : new PostgresCluster({ ...parts, url, primary })
  store.onAppend((position) => cluster.publish(LOG_TOPIC, position))
  return cluster
}
