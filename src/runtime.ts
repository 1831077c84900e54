/** Opens the parts that servers and commands share: the migrated store, the key and a worker number. */
import type { ClusterMembership } from './cluster/cluster.ts'
import { openCluster } from './cluster/open.ts'
import type { Config } from './config.ts'
import { completeIndexes } from './db/late-indexes.ts'
import { migrate, requireMigrated } from './db/migrate.ts'
import { databaseAddress, type OpenOptions, openStore, primaryOf } from './db/open.ts'
import type { Store, StoreLogger, StoreObserver } from './db/store.ts'
import { WorkerLease } from './db/workers.ts'
import type { Context } from './domain/context.ts'
import { loadLanguages } from './domain/posts/text/language.ts'
import { loadAnnotator } from './domain/posts/text/load-annotator.ts'
import { openVault } from './key-file.ts'
import { type Clock, type Random, systemClock, systemRandom } from './lib/time/clock.ts'
import type { PasswordCost } from './lib/vault.ts'
import { appendDrafts } from './log/append.ts'

export interface Runtime {
  readonly context: Context
  readonly store: Store
  readonly cluster: ClusterMembership
  /**
   * Returns a number that grows when another database server becomes the primary; undefined if the database has no
   * failover.
   */
  readonly timeline: (() => number) | undefined
  /**
   * The id generator. It reports whether it can make ids, how far the ids of any process are ahead of the clock, and
   * which ids earlier processes may have made.
   */
  readonly ids: Pick<WorkerLease, 'ready' | 'idsAheadMs' | 'before' | 'mark' | 'rewind'>
  close(): Promise<void>
}

export interface RuntimeOptions {
  /** With `server`, the event loop must not block; with `command`, the event loop may block. */
  readonly manner: 'server' | 'command'
  readonly clock?: Clock
  /** Clock for waits for locks of other processes; default: `clock`. */
  readonly machineClock?: Clock | undefined
  readonly random?: Random
  /** Logs background failures. Without a logger, warnings go to standard error. */
  readonly logger?: StoreLogger | undefined
  readonly observer?: StoreObserver
  /** Replaces `migrate`, for tests. */
  readonly migrate?: typeof migrate | undefined
  /** Replaces the cost of password hashes, for tests. */
  readonly passwordCost?: PasswordCost | undefined
  /** Traces statements of the store. */
  readonly tracing?: OpenOptions['tracing']
}

/**
 * Opens the configured database, and migrates it if the settings allow this.
 * @throws {StoreRefused} when the data is newer than the program, when the key belongs to another database, or when the
 * database has the wrong type
 */
export async function openRuntime(config: Config, options: RuntimeOptions): Promise<Runtime> {
  const { clock = systemClock, random = systemRandom, observer = {}, manner, logger } = options
  const address = databaseAddress(config)
  const annotate = await loadAnnotator(config)
  if (config.migrate) await (options.migrate ?? migrate)(address, clock.now())
  else await requireMigrated(address)
  const storeClock = options.machineClock ?? clock
  const primary = primaryOf(address, config.database_failover_wait, logger)
  const store = openStore(address, {
    primary,
    clock: storeClock,
    appendDrafts,
    manner,
    pool: config.pool,
    logger,
    observer,
    tracing: options.tracing,
  })
  const cluster = openCluster({ store, url: address.url, primary, clock, random })
  try {
    await completeIndexes(store, config, clock, manner === 'server')
    const vault = await openVault(store, config, random)
    const lease = await WorkerLease.take(store, clock, random, manner)
    return {
      context: {
        ...{ store, clock, random, ids: lease.ids, vault, annotate, languages: lazily(loadLanguages) },
        ...(options.passwordCost && { passwordCost: options.passwordCost }),
      },
      store,
      cluster,
      timeline: primary && (() => primary.timeline),
      ids: lease,
      async close() {
        // If the database is unreachable, the lease expires without this call.
        await lease.release().catch(() => undefined)
        await cluster.close()
        await store.close()
        await primary?.close()
      },
    }
  } catch (error) {
    await cluster.close()
    await store.close()
    await primary?.close()
    throw error
  }
}

/** Returns a function that loads a value at its first call and returns this value at later calls. */
function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
