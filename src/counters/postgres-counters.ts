/** Rate windows and nonces of all servers on one PostgreSQL database, in shared tables (decisions 0056). */
import type { Store } from '../db/store.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Counters } from './counters.ts'
import { PostgresNonceStore } from './postgres-nonces.ts'
import { PostgresWindowStore } from './postgres-windows.ts'

const DELETE_EVERY_MS = 60_000

export interface PostgresCountersParts {
  readonly clock: Clock
  /** A store of PostgreSQL: the statements are in its dialect. */
  readonly store: Store
  /** Key of the nonce fingerprints: secret, and the same in every server. */
  readonly key: Buffer
}

export function postgresCounters({ clock, store, key }: PostgresCountersParts): Counters {
  const windows = new PostgresWindowStore(store, clock)
  const nonces = new PostgresNonceStore(store, clock, key)
  const stop = clock.every(DELETE_EVERY_MS, () => {
    // The next tick repeats a failed deletion. Errors of the store reach the caller with the next request.
    windows.deleteEnded().catch(() => undefined)
  })
  return {
    windows,
    nonces,
    ready: () => windows.ready(),
    async close() {
      stop()
      nonces.close()
      await windows.close()
    },
  }
}
