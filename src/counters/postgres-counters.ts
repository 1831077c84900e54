/** Rate windows and nonces of all servers on one PostgreSQL database, in shared tables (decision 0056). */
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
  const logged = (work: string) => (error: unknown) => store.logger.error({ err: error }, `${work} failed`)
  const windows = new PostgresWindowStore(store, clock, logged('the refund of unused units of rate windows'))
  const nonces = new PostgresNonceStore(store, clock, key, logged('the deletion of expired nonces'))
  const onFailed = logged('the deletion of ended rate windows')
  // The next tick repeats a failed deletion.
  const stop = clock.every(DELETE_EVERY_MS, () => void windows.deleteEnded().catch(onFailed))
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
