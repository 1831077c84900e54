/** Stores the items of a large file together, if no server runs (docs/decisions/0084-imports-in-bulk.md). */
import { readMembers } from '../cluster/nodes.ts'
import { DataLock } from '../db/data-lock.ts'
import { StoreRefused } from '../db/errors.ts'
import type { Context } from '../domain/context.ts'
import type { Note } from './line-import.ts'

/** Takes the items of many batches, and stores them in one transaction. */
export interface BulkStore<Item> {
  /** True when the items must be stored before more are added. */
  readonly isFull: boolean
  /** Takes a batch. After a crash its items are lost, so the progress of the import must not advance. */
  add(items: readonly Item[]): Promise<void>
  /** Stores all items since the last call. Refuses no item. */
  store(note: Note): Promise<void>
}

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
