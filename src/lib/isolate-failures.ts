/** Working on many items at once, of which one may keep the work from being done. */

/**
 * Does the work on all items together; where that fails by the data of one, on halves of them, until that one is alone.
 * @param isItsOwn whether the data of an item may be the reason of an error; any other is thrown
 * @param leave called with an item that fails alone
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
