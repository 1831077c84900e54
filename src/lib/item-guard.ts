/** Runs the work of a job item by item; an item may fail because of its data. */
export interface ItemGuard {
  /**
   * Runs the work on one item. If the data of the item makes the work fail, the failure is logged once, counted and
   * recorded. A later success removes this record.
   * @param item kind and id, such as `user 12`
   * @returns undefined when the item failed
   * @throws errors that do not come from the item, such as failures of the database
   */
  attempt<T>(item: string, work: () => Promise<T>): Promise<T | undefined>
}

/** A guard for commands and tests: it skips no item and throws every failure. */
export const UNGUARDED: ItemGuard = { attempt: (_item, work) => work() }
