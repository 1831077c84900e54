/** Chooses where rate windows and nonces are kept: in this process on SQLite, in the database on PostgreSQL. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryNonceStore } from './auth/oauth1/memory-nonces.ts'
import type { NonceStore } from './auth/oauth1/nonces.ts'
import { PostgresNonceStore } from './db/postgres/nonce-store.ts'
import { PostgresStore } from './db/postgres/store.ts'
import { SavedWindows } from './db/saved-windows.ts'
import type { Context } from './domain/context.ts'
import { MemoryWindowStore } from './http/rate-limit/memory-store.ts'
import { PostgresWindowStore } from './http/rate-limit/postgres-store.ts'
import type { WindowStore } from './http/rate-limit/window.ts'
import type { Metrics } from './metrics.ts'

export interface Counters {
  readonly windows: WindowStore
  readonly nonces: NonceStore
  /** Keeps what must survive a restart. */
  close(): Promise<void>
}

/** Where a clean stop leaves the nonces; used once, so that a crash later does not find it. */
const NONCE_FILE = 'nonces.bin'

const SWEEP_WINDOWS_MS = 60_000

/** @param isNew whether the database was made in this start, so that nothing can have been used before */
export async function openCounters(
  context: Context,
  data: string,
  metrics: Metrics,
  isNew: boolean,
): Promise<Counters> {
  return context.store instanceof PostgresStore
    ? inDatabase(context, context.store)
    : inMemory(context, join(data, NONCE_FILE), metrics, isNew)
}

async function inMemory(context: Context, file: string, metrics: Metrics, isNew: boolean): Promise<Counters> {
  const { clock, store } = context
  const saved = new SavedWindows(store, clock)
  const windows = new MemoryWindowStore({ clock, onLongWindowChange: (window) => saved.note(window) })
  windows.restore(await saved.load(clock.now()))
  const nonces = restoreNonces(context, file, isNew)
  metrics.gauge('aviary_rate_windows', 'Rate windows in memory.', () => windows.size)
  metrics.gauge(
    'aviary_rate_window_evictions',
    'Live rate windows given up for lack of room.',
    () => windows.evictions,
  )
  metrics.gauge('aviary_nonces', 'Nonces remembered.', () => nonces.size)
  metrics.gauge('aviary_nonce_bytes', 'Bytes of the remembered nonces.', () => nonces.bytes)
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

async function inDatabase({ clock, vault }: Context, store: PostgresStore): Promise<Counters> {
  const windows = new PostgresWindowStore(store, clock)
  const nonces = new PostgresNonceStore(store, clock, vault.derive('nonces'))
  const stop = clock.every(SWEEP_WINDOWS_MS, () => {
    windows.sweep().catch(() => undefined)
  })
  return {
    windows,
    nonces,
    async close() {
      stop()
      nonces.close()
      await windows.close()
    },
  }
}
