/** Excludes servers while an import has long transactions (docs/decisions/0084-imports-in-bulk.md). */
import { readMembers } from '../cluster/nodes.ts'
import { DataLock } from '../db/data-lock.ts'
import { StoreRefused } from '../db/errors.ts'
import type { Context } from '../domain/context.ts'

/**
 * Runs work while no server runs: on SQLite a lock keeps servers from starting until it ends.
 * @param data the data directory
 * @param work called with false while a server runs
 */
export async function withoutServers<T>(
  { store, clock }: Context,
  data: string,
  work: (isAlone: boolean) => Promise<T>,
): Promise<T> {
  if (store.engine === 'postgres') return work((await readMembers(store)).length === 0)
  const lock = new DataLock({ data, database: '' }, clock, store.logger)
  try {
    return await work(await isTaken(lock))
  } finally {
    lock.release()
  }
}

async function isTaken(lock: DataLock): Promise<boolean> {
  try {
    await lock.take()
    return true
  } catch (error) {
    lock.release()
    if (error instanceof StoreRefused) return false
    throw error
  }
}
