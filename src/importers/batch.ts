/** Results of the batches of imports. */
import type { Tx } from '../db/store.ts'
import type { RepairedItem } from './repairs.ts'

/** Result of storing a batch. */
export interface BatchOutcome {
  readonly imported: number
  /**
   * Items that were present already. Required if an item counts as several; otherwise derived from the other two
   * counts.
   */
  readonly skipped?: number
  /** Items that storing refused, by their index in the batch. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[]
  /** Parts that storing repaired, by the index of the item in the batch. */
  readonly repaired?: readonly RepairedItem[]
}

/** Stores the progress; called once inside the transaction of every batch, which may run again. */
export type Note = (tx: Tx, outcome: BatchOutcome) => Promise<void>
