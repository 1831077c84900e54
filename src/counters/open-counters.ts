/**
 * Chooses where rate windows and nonces are kept: in this process on SQLite, on PostgreSQL in the database
 * (postgres-counters.ts).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresStore } from '../db/postgres/store.ts'
import type { Context } from '../domain/context.ts'
import { FINGERPRINT_KEY_BYTES, Fingerprinter } from '../lib/nonce-fingerprint.ts'
import type { Metrics } from '../metrics.ts'
import { AheadNonces } from './ahead-nonces.ts'
import type { Counters } from './counters.ts'
import { countersGauges } from './gauges.ts'
import { KeepingNonces } from './keeping-nonces.ts'
import { MemoryWindowStore } from './memory-windows.ts'
import { postgresCounters } from './postgres-counters.ts'
import { restoreNonces } from './restored-nonces.ts'
import { SavedWindows } from './saved-windows.ts'

/** Where a clean stop leaves the nonces; empty while a server runs, and after one that has crashed. */
const NONCE_FILE = 'nonces.bin'

export interface StartFacts {
  /** Whether the database was made in this start, so that nothing can have been used before. */
  readonly isNew: boolean
  /** Up to when a process before this one may have run; milliseconds since the Unix epoch. */
  readonly formerUntil: number
}

export async function openCounters(
  context: Context,
  data: string,
  metrics: Metrics,
  start: StartFacts,
): Promise<Counters> {
  const { store, clock, vault } = context
  return store instanceof PostgresStore
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
  const windows = new MemoryWindowStore({ clock, onLongWindowChange: (window) => saved.note(window) })
  windows.restore(await saved.load(clock.now()))
  const key = vault.derive('nonces').subarray(0, FINGERPRINT_KEY_BYTES)
  const ahead = await AheadNonces.open(store, clock)
  const nonces = await restoreNonces({ ...start, context, file, key, ahead })
  countersGauges(metrics, { windows, nonces, ahead })
  return {
    windows,
    nonces: new KeepingNonces(clock, nonces, ahead, new Fingerprinter(key)),
    ready: () => Promise.resolve(),
    async close() {
      ahead.close()
      writeFileSync(file, nonces.toBytes(), { mode: 0o600 })
      await saved.close(clock.now())
    },
  }
}
