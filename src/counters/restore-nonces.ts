/** Restores the nonces in memory at a start. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Context } from '../domain/context.ts'
import { endOfSecond } from '../lib/time/clock.ts'
import { firstSafeSecond } from './first-safe-second.ts'
import type { FutureNonceStore } from './future-nonces.ts'
import { MemoryNonceStore } from './memory-nonces.ts'

export interface RestoreOptions {
  readonly context: Pick<Context, 'clock' | 'random'>
  /** Path of the snapshot that a clean stop writes. */
  readonly file: string
  /** True if the database is new, so that no nonce can have been used. */
  readonly isNew: boolean
  /** The same as for {@link firstSafeSecond}. */
  readonly previousServerUntil: number
  /** Key of the fingerprints, the same as in `futureNonces`. */
  readonly key: Buffer
  readonly futureNonces: FutureNonceStore
}

/**
 * Restores the nonces of the previous server: all of them after a clean stop. After a crash, requests signed before
 * this start are refused, and nonces with future timestamps are restored.
 */
export async function restoreNonces({
  context,
  file,
  isNew,
  previousServerUntil,
  key,
  futureNonces,
}: RestoreOptions): Promise<MemoryNonceStore> {
  const { clock, random } = context
  const saved = existsSync(file) ? readFileSync(file) : undefined
  const restored = saved && !isNew && MemoryNonceStore.fromBytes(saved, { clock, random })
  // A snapshot is used once. If the file is still empty at the next start, the server has crashed.
  writeFileSync(file, '', { mode: 0o600 })
  if (restored) return restored
  const nonces = new MemoryNonceStore({ clock, random: () => key })
  if (isNew) return nonces
  // The server may have crashed in this second, so nonces are certainly new only from the next second on.
  if (saved !== undefined) await endOfSecond()
  // After a crash, only nonces with future timestamps are known. A missing file may mean that a backup was restored.
  // The leases in a backup do not show how long the server ran.
  nonces.refuseBefore(
    firstSafeSecond(clock, saved === undefined ? Number.POSITIVE_INFINITY : previousServerUntil),
  )
  for (const { nonce, second } of await futureNonces.all()) {
    nonces.remember(second, Number(BigInt.asUintN(32, nonce >> 32n)), Number(BigInt.asUintN(32, nonce)))
  }
  return nonces
}
