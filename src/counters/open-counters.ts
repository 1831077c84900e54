/** Opens the counters: in memory on SQLite, in the database on PostgreSQL (postgres-counters.ts). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../domain/context.ts'
import { FINGERPRINT_KEY_BYTES, Fingerprinter } from '../lib/nonce-fingerprint.ts'
import type { Metrics } from '../metrics.ts'
import type { Counters } from './counters.ts'
import { CrashSafeNonceStore } from './crash-safe-nonces.ts'
import { FutureNonceStore } from './future-nonces.ts'
import { countersGauges } from './gauges.ts'
import { MemoryWindowStore } from './memory-windows.ts'
import { postgresCounters } from './postgres-counters.ts'
import { restoreNonces } from './restore-nonces.ts'
import { SavedWindows } from './saved-windows.ts'

/** Snapshot of the nonces from a clean stop; empty while a server runs and after a crash. */
const NONCE_FILE = 'nonces.bin'

export interface StartFacts {
  /** True if the database is new, so that no nonce can have been used. */
  readonly isNew: boolean
  /** Time up to which a previous process may have run, in milliseconds since the Unix epoch. */
  readonly previousServerUntil: number
}

export async function openCounters(
  context: Context,
  data: string,
  metrics: Metrics,
  start: StartFacts,
): Promise<Counters> {
  const { store, clock, vault } = context
  return store.engine === 'postgres'
    ? postgresCounters({ store, clock, key: vault.derive('nonces') })
    : inMemory(context, join(data, NONCE_FILE), metrics, start)
}

async function inMemory(
  context: Context,
  file: string,
  metrics: Metrics,
  start: StartFacts,
): Promise<Counters> {
  const { clock, store, vault } = context
  const saved = new SavedWindows(store, clock)
  const windows = new MemoryWindowStore({ clock, onLongWindowChange: (window) => saved.add(window) })
  windows.restore(await saved.load(clock.now()))
  const key = vault.derive('nonces').subarray(0, FINGERPRINT_KEY_BYTES)
  const futureNonces = await FutureNonceStore.open(store, clock)
  const nonces = await restoreNonces({ ...start, context, file, key, futureNonces })
  countersGauges(metrics, { windows, nonces, futureNonces })
  return {
    windows,
    nonces: new CrashSafeNonceStore(clock, nonces, futureNonces, new Fingerprinter(key)),
    ready: () => Promise.resolve(),
    async close() {
      futureNonces.close()
      writeFileSync(file, nonces.toBytes(), { mode: 0o600 })
      await saved.close(clock.now())
    },
  }
}
