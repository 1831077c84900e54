/** Reads many rows, some of which may be corrupt. */
import { isolateFailures } from '../lib/isolate-failures.ts'
import { isItemFailure } from './errors.ts'

/** Called with the name of an item that is skipped because of its own data, such as `post 12`. */
export type OnUnreadable = (item: string, error: unknown) => void

/**
 * Reads rows by id.
 * @param isApart true to skip corrupt rows and return their errors; if false, the first error is thrown
 */
export async function readIntact<T>(
  ids: readonly bigint[],
  read: (ids: readonly bigint[]) => Promise<ReadonlyMap<bigint, T>>,
  isApart: boolean,
): Promise<{ readonly found: ReadonlyMap<bigint, T>; readonly failed: ReadonlyMap<bigint, unknown> }> {
  const found = new Map<bigint, T>()
  const failed = new Map<bigint, unknown>()
  await isolateFailures(
    ids,
    async (some) => {
      for (const [id, each] of await read(some)) found.set(id, each)
    },
    (error) => isApart && isItemFailure(error),
    async (id, error) => void failed.set(id, error),
  )
  return { found, failed }
}
