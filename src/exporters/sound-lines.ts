/** Makes the lines of an export; an unreadable item does not affect the others. */
import { isItemFailure } from '../db/errors.ts'
import type { OnUnreadable } from '../db/read-intact.ts'
import { isolateFailures } from '../lib/isolate-failures.ts'

/**
 * The JSON lines of items as one text, and their number.
 * @param make returns an object per item
 * @param onUnreadable called for items whose data is unreadable, which are skipped; without it, the first one ends the export
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
