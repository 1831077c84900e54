/** Reading many rows of which one may not be what was written. */
import { isolateFailures } from '../lib/isolate-failures.ts'
import { isItemFailure } from './errors.ts'

/** Called with something that is left out because its own data fails, such as `post 12`. */
export type OnUnreadable = (item: string, error: unknown) => void

/**
 * What is read of some ids; of those that fail by their own data, why.
 * @param isApart whether one that fails is left out; it ends everything otherwise
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
