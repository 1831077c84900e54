/** Runs the work of a job item by item, so that one item may fail because of its data. */
export interface ItemGuard {
  /**
   * Runs the work on one item. When the data of the item makes the work fail, the failure is logged once, counted and
   * recorded. A later success removes the record.
   * @param item kind and id, such as `user 12`
   * @returns undefined when the item failed
   * @throws errors that the item did not cause, such as failures of the database
   */
  attempt<T>(item: string, work: () => Promise<T>): Promise<T | undefined>
}

/** A guard that skips no item and throws every failure, for commands and tests. */
export const UNGUARDED: ItemGuard = { attempt: (_item, work) => work() }
