/** Starts a PostgreSQL primary with a standby that can be promoted, and opens a store that uses both. */

import { migrate } from '../../../src/db/migrate.ts'
import type { DatabaseAddress } from '../../../src/db/migration.ts'
import { openPrimary } from '../../../src/db/postgres/open-primary.ts'
import type { Primary } from '../../../src/db/postgres/primary.ts'
import type { Store } from '../../../src/db/store.ts'
import { must } from '../../../src/lib/assert.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import type { Hooks } from '../engines.ts'
import { testStore } from '../stores.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { setSynchronous } from './postgres-standby.ts'

export interface FailingPair {
  readonly first: PostgresServer
  readonly second: PostgresServer
  /** URL of the database on the first server. */
  readonly url: string
  /**
   * Address of the database on both servers. A store with this address uses the server that is the primary.
   */
  readonly address: DatabaseAddress & { readonly primary: Primary }
  readonly primary: Primary
  readonly store: Store
  readonly warned: readonly string[]
}

/** @param isSynchronous false if commits must not wait for the standby */
export async function failingPair(t: Hooks, waitMs: number, isSynchronous = true): Promise<FailingPair> {
  // A hook that is registered inside a hook runs last, so the connections of a test end before the servers.
  const last = (hook: () => Promise<void>) => t.after(() => t.after(hook))
  const first = await startPostgres({ fsync: true })
  last(() => first.stop())
  const url = await first.createDatabase('failing')
  await migrate({ url, file: '' }, 0)
  const second = await first.startStandby()
  last(() => second.stop())
  if (isSynchronous) await setSynchronous(first.url(), true)
  const both = new URL(url)
  const hosts = url.replace(both.host, `${new URL(second.url()).host},${both.host}`)
  const warned: string[] = []
  const logger = {
    warn: (_: unknown, message?: string) => void warned.push(String(message)),
    error: () => undefined,
  }
  const name = `${hosts}?target_session_attrs=read-write`
  const primary = must(openPrimary(name, { waitMs, clock: systemClock, logger }), 'a primary')
  last(() => primary.close())
  const address = { url: hosts, file: '', primary }
  const store = testStore(t, address, { primary })
  return { first, second, url, address, primary, store, warned }
}
