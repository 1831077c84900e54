/** Lines of an export, of which one that cannot be made keeps none of the others from being written. */
import { isItemFailure } from '../db/errors.ts'
import type { OnUnreadable } from '../db/read-intact.ts'
import { isolateFailures } from '../lib/isolate-failures.ts'

/**
 * Of each thing a line of JSON, as one text, and how many they are.
 * @param make gives an object for each thing
 * @param onUnreadable told of things that are left out because no object can be made of their data; when left out, the
 *   first of them ends everything
 */
export async function soundLines<T>(
  things: readonly T[],
  make: (things: readonly T[]) => Promise<readonly object[]> | readonly object[],
  nameOf: (thing: T) => string,
  onUnreadable: OnUnreadable | undefined,
): Promise<{ readonly text: string; readonly count: number }> {
  const lines: string[] = []
  await isolateFailures(
    things,
    async (some) => {
      const made = (await make(some)).map((object) => `${JSON.stringify(object)}\n`)
      lines.push(...made)
    },
    (error) => onUnreadable !== undefined && isItemFailure(error),
    async (thing, error) => onUnreadable?.(nameOf(thing), error),
  )
  return { text: lines.join(''), count: lines.length }
}
