/** Results of the batches of imports. */
import type { Tx } from '../db/store.ts'
import type { RepairedItem } from './repairs.ts'

/** Result of storing a batch. */
export interface BatchOutcome {
  readonly imported: number
  /**
   * Number of items that were already present. Required if one item counts as several; otherwise derived from the other
   * two counts.
   */
  readonly skipped?: number
  /** Items that were refused when they were stored, by their index in the batch. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[]
  /** Parts that were repaired when they were stored, by the index of their item in the batch. */
  readonly repaired?: readonly RepairedItem[]
}

/** Stores the progress. Called once inside the transaction of every batch; the transaction may run again. */
export type Note = (tx: Tx, outcome: BatchOutcome) => Promise<void>
