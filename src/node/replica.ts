/** Opens the read replica of a running server, and its metrics. */
import type { Config } from '../config.ts'
import { Replica } from '../db/postgres/replica.ts'
import type { Reader } from '../db/store.ts'
import type { Logger } from '../lib/log.ts'
import { systemClock } from '../lib/time/clock.ts'
import { replayedHead } from '../log/replayed-head.ts'
import type { Metrics } from '../metrics.ts'
import type { Runtime } from '../runtime.ts'

/**
 * Serves reads whose results need not be newer than the log in memory, from the standby, the primary, or the only
 * database.
 */
export type StaleReader = Reader & { readonly engine: 'sqlite' | 'postgres' }

interface ReplicaParts {
  readonly runtime: Pick<Runtime, 'store' | 'timeline'>
  readonly metrics: Metrics
  readonly logger: Logger
}

/**
 * @param known the last position of the log that this node knows
 * @returns undefined without the setting `database_replica`
 */
export function openReplica(
  { database_replica: url, pool }: Config,
  { runtime: { store, timeline }, metrics, logger }: ReplicaParts,
  known: () => bigint,
): Replica | undefined {
  if (url === '') return undefined
  // The standby uses real time, so the replica uses the clock of the machine.
  const replica = new Replica({
    url,
    pool,
    primary: store,
    replayed: (standby) => replayedHead(standby, store, { clock: systemClock }),
    timeline,
    known,
    clock: systemClock,
    logger,
  })
  metrics.counter(
    'aviary_replica_reads_total',
    'Reads that the replica has served.',
    () => replica.status.standby,
  )
  metrics.counter(
    'aviary_replica_primary_reads_total',
    'Reads that the primary has served because the replica was behind or unreachable.',
    () => replica.status.primary,
  )
  metrics.gauge(
    'aviary_replica_position',
    'Last position of the log that the replica is known to have.',
    () => Number(replica.status.replayed),
  )
  return replica
}
