/**
 * Opens stores without the other parts of Aviary: new data with all tables, and any number of stores that use
 * this data.
 */
import { join } from 'node:path'
import type { ClusterMembership } from '../../src/cluster/cluster.ts'
import { openCluster } from '../../src/cluster/open.ts'
import type { DatabaseAddress } from '../../src/db/migration.ts'
import { type OpenOptions, openStore } from '../../src/db/open.ts'
import type { Primary } from '../../src/db/postgres/primary.ts'
import type { Engine } from '../../src/db/query.ts'
import type { Store } from '../../src/db/store.ts'
import { type Clock, systemClock, systemRandom } from '../../src/lib/time/clock.ts'
import { appendDrafts } from '../../src/log/append.ts'
import { migratedTestDatabase } from './databases/databases.ts'
import { migrateByCopy } from './databases/migrated-file.ts'
import { type Hooks, temporaryDirectory } from './engines.ts'
import { SILENT } from './logged.ts'

/** Creates new data with all tables and no rows. The data is removed after the test. */
export async function testAddress(t: Hooks, engine: Engine): Promise<DatabaseAddress> {
  const address =
    engine === 'postgres'
      ? { url: await migratedTestDatabase(t), file: '' }
      : { url: '', file: join(await temporaryDirectory(t), 'test.sqlite') }
  if (engine === 'sqlite') await migrateByCopy(address, 0)
  return address
}

/**
 * Opens a store with this data. The store is closed at the end of the test. Two stores with the same address
 * act like two processes.
 */
export function testStore(t: Hooks, address: DatabaseAddress, options: Partial<OpenOptions> = {}): Store {
  const store = openStore(address, {
    clock: systemClock,
    appendDrafts,
    manner: 'server',
    pool: 2,
    logger: SILENT,
    ...options,
  })
  t.after(() => store.close())
  return store
}

/**
 * Opens a node that uses a store. The node is closed at the end of the test. Open the node directly after its
 * store.
 * @param machineClock clock for leases and membership
 */
export function testCluster(
  t: Hooks,
  store: Store,
  { url, primary }: DatabaseAddress & { readonly primary?: Primary },
  machineClock: Clock = systemClock,
): ClusterMembership {
  const services = { clock: systemClock, random: systemRandom, machineClock }
  const cluster = openCluster({ store, url, primary, ...services })
  t.after(() => cluster.close())
  return cluster
}
