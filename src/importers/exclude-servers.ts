/** Prevents servers from starting while an import runs long transactions (docs/decisions/0084-imports-in-bulk.md). */
import { readMembers } from '../cluster/nodes.ts'
import { DataLock } from '../db/data-lock.ts'
import { StoreRefused } from '../db/errors.ts'
import type { Context } from '../domain/context.ts'

/**
 * On SQLite, prevents servers from starting until the result is disposed. On PostgreSQL, servers may start.
 * @param data the data directory
 * @returns undefined if a server is running
 */
export async function excludeServers(
  { store, clock }: Context,
  data: string,
): Promise<Disposable | undefined> {
  if (store.engine === 'postgres') {
    const isAlone = (await readMembers(store)).length === 0
    return isAlone ? { [Symbol.dispose]: () => undefined } : undefined
  }
  const lock = new DataLock({ data, database: '' }, clock, store.logger)
  const release = () => lock.release()
  try {
    await lock.take()
    return { [Symbol.dispose]: release }
  } catch (error) {
    release()
    if (error instanceof StoreRefused) return undefined
    throw error
  }
}
