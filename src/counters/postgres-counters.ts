/** Rate windows and nonces of all servers on one PostgreSQL, in the tables that they share (decisions 0056). */
import type { PostgresStore } from '../db/postgres/store.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Counters } from './counters.ts'
import { PostgresNonceStore } from './postgres-nonces.ts'
import { PostgresWindowStore } from './postgres-windows.ts'

const SWEEP_WINDOWS_MS = 60_000

export interface PostgresCountersParts {
  readonly clock: Clock
  readonly store: PostgresStore
  /** Of the fingerprints of nonces: secret, and the same in every server. */
  readonly key: Buffer
}

export function postgresCounters({ clock, store, key }: PostgresCountersParts): Counters {
  const windows = new PostgresWindowStore(store, clock)
  const nonces = new PostgresNonceStore(store, clock, key)
  const stop = clock.every(SWEEP_WINDOWS_MS, () => {
    // A sweep that fails is made again at the next turn; a store that fails is reported by every request.
    windows.sweep().catch(() => undefined)
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
