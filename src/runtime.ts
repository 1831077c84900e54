/** What a server and a command have in common: the migrated store, the key, a worker number. */
import type { Config } from './config.ts'
import { demandMigrated, migrate } from './db/migrate.ts'
import { databaseAddress, openStore } from './db/open.ts'
import type { Store, StoreObserver } from './db/store.ts'
import { WorkerLease } from './db/workers.ts'
import type { Context } from './domain/context.ts'
import { sealEvents } from './events/append.ts'
import { openVault } from './key-file.ts'
import { type Clock, type Random, systemClock, systemRandom } from './lib/clock.ts'

export interface Runtime {
  readonly context: Context
  readonly store: Store
  close(): Promise<void>
}

export interface RuntimeOptions {
  /** A server holds its event loop for nobody; a command has nothing else to do. */
  readonly manner: 'server' | 'command'
  readonly clock?: Clock
  readonly random?: Random
  readonly observer?: StoreObserver
}

/**
 * Opens the database that the settings name, bringing it to the program's version if they say so.
 * @throws {StoreRefused} when the data is newer, the key is another's, or the database is of a wrong kind
 */
export async function openRuntime(config: Config, options: RuntimeOptions): Promise<Runtime> {
  const { clock = systemClock, random = systemRandom, observer = {}, manner } = options
  const address = databaseAddress(config)
  if (config.migrate) await migrate(address, clock.now())
  else await demandMigrated(address)
  const store = openStore(address, { clock, seal: sealEvents, manner, pool: config.pool, observer })
  try {
    const vault = await openVault(store, config, random)
    const lease = await WorkerLease.take(store, clock, random, manner)
    return {
      context: { store, clock, random, ids: lease.ids, vault },
      store,
      async close() {
        // A database that cannot be reached any more lets the lease run out by itself.
        await lease.release().catch(() => undefined)
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
