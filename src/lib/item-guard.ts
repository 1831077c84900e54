/** How a job works on many items of which one may fail by its own data. */
export interface ItemGuard {
  /**
   * Does the work on one item. When the item's own data fails it, the item is logged once, counted and remembered; when it
   * succeeds, an item that was remembered is forgotten.
   * @param item named by its kind and id, such as `user 12`
   * @returns undefined when the item was left out
   * @throws what does not come from the item, such as a store that fails
   */
  attempt<T>(item: string, work: () => Promise<T>): Promise<T | undefined>
}

/** Leaves nothing out: for commands and tests, to which every failure belongs. */
export const UNGUARDED: ItemGuard = { attempt: (_item, work) => work() }
