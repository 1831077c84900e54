/** Stores without the other parts of Aviary: new, migrated data, and any number of stores that use it. */
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
import { migratedTestDatabase } from './databases.ts'
import { type Hooks, temporaryDirectory } from './engines.ts'
import { SILENT } from './logged.ts'
import { migrateByCopy } from './migrated-file.ts'

/** New data with all tables and no rows. It is removed after the test. */
export async function testAddress(t: Hooks, engine: Engine): Promise<DatabaseAddress> {
  const address =
    engine === 'postgres'
      ? { url: await migratedTestDatabase(t), file: '' }
      : { url: '', file: join(await temporaryDirectory(t), 'test.sqlite') }
  if (engine === 'sqlite') await migrateByCopy(address, 0)
  return address
}

/** A store with this data. It is closed with the test. Two stores with one address act like two processes. */
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
 * A node that uses a store. It is closed with the test. Open it directly after its store.
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
