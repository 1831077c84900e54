/** Processes many items when some of them may fail. */

/**
 * Runs `work` on all items together. If the data of an item makes the work fail, the items are divided in halves until
 * the faulty item is alone.
 * @param isItsOwn returns true for an error that the data of an item can cause; other errors are thrown
 * @param leave called with each item that fails alone
 */
export async function isolateFailures<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
  isItsOwn: (error: unknown) => boolean,
  leave: (item: T, error: unknown) => Promise<void>,
): Promise<void> {
  const [first] = items
  if (first === undefined) return
  try {
    await work(items)
  } catch (error) {
    if (!isItsOwn(error)) throw error
    if (items.length === 1) return leave(first, error)
    const half = items.length >> 1
    await isolateFailures(items.slice(0, half), work, isItsOwn, leave)
    await isolateFailures(items.slice(half), work, isItsOwn, leave)
  }
}
