/** Defines the results of import batches. */
import type { Tx } from '../db/store.ts'
import type { RepairedItem } from './repairs.ts'

/** Result of storing a batch. */
export interface BatchOutcome {
  readonly imported: number
  /**
   * Number of items that were already present. This count is required if one item counts as several; otherwise it is
   * derived from the other two counts.
   */
  readonly skipped?: number
  /** Items that the store refused, by their index in the batch. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[]
  /** Parts that the store repaired, by the index of their item in the batch. */
  readonly repaired?: readonly RepairedItem[]
}

/**
 * Stores the progress. The function is called once inside the transaction of every batch; the transaction may run
 * again.
 */
export type Note = (tx: Tx, outcome: BatchOutcome) => Promise<void>
