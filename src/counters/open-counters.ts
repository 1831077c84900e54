/**
 * Chooses where rate windows and nonces are kept: in this process on SQLite; on PostgreSQL in the database, or in this
 * process while it is the only one (shared-counters.ts).
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryNonceStore } from '../auth/oauth1/memory-nonces.ts'
import { PostgresStore } from '../db/postgres/store.ts'
import { SavedWindows } from '../db/saved-windows.ts'
import type { Context } from '../domain/context.ts'
import { MemoryWindowStore } from '../http/rate-limit/memory-store.ts'
import type { Metrics } from '../metrics.ts'
import type { Counters } from './counters.ts'
import { countersGauges } from './gauges.ts'
import { sharedCounters } from './shared-counters.ts'

/** Where a clean stop leaves the nonces; used once, so that a crash later does not find it. */
const NONCE_FILE = 'nonces.bin'

/** @param isNew whether the database was made in this start, so that nothing can have been used before */
export async function openCounters(
  context: Context,
  data: string,
  metrics: Metrics,
  isNew: boolean,
): Promise<Counters> {
  const { store, clock, vault } = context
  return store instanceof PostgresStore
    ? sharedCounters({ store, clock, key: vault.derive('nonces'), metrics })
    : inMemory(context, join(data, NONCE_FILE), metrics, isNew)
}

async function inMemory(context: Context, file: string, metrics: Metrics, isNew: boolean): Promise<Counters> {
  const { clock, store } = context
  const saved = new SavedWindows(store, clock)
  const windows = new MemoryWindowStore({ clock, onLongWindowChange: (window) => saved.note(window) })
  windows.restore(await saved.load(clock.now()))
  const nonces = restoreNonces(context, file, isNew)
  countersGauges(metrics, { windows: () => windows, nonces: () => nonces })
  return {
    windows,
    nonces,
    async close() {
      writeFileSync(file, nonces.toBytes(), { mode: 0o600 })
      await saved.close(clock.now())
    },
  }
}

function restoreNonces({ clock, random }: Context, file: string, isNew: boolean): MemoryNonceStore {
  const options = { clock, random }
  const restored = existsSync(file) ? MemoryNonceStore.fromBytes(readFileSync(file), options) : undefined
  rmSync(file, { force: true })
  if (restored !== undefined) return restored
  const nonces = new MemoryNonceStore(options)
  // After a crash nobody knows what was used before it.
  if (!isNew) nonces.refuseBefore(Math.floor(clock.now() / 1000))
  return nonces
}
