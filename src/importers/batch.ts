/** Batches of imports: their results, and stores of many batches. */
import type { Tx } from '../db/store.ts'
import type { RepairedItem } from './repairs.ts'

/** Result of storing a batch. */
export interface BatchOutcome {
  readonly imported: number
  /** Items already present. Required if an item counts as several; otherwise derived from the other two counts. */
  readonly skipped?: number
  /** Items that storing refused, by their index in the batch. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[]
  /** Parts that storing repaired, by the index of the item in the batch. */
  readonly repaired?: readonly RepairedItem[]
}

/** Stores the progress; called once inside the transaction of every batch, which may run again. */
export type Note = (tx: Tx, outcome: BatchOutcome) => Promise<void>

/** Takes the items of many batches, and stores them in one transaction. */
export interface BulkStore<Item> {
  /** True when the items must be stored before more are added. */
  readonly isFull: boolean
  /** Takes a batch. After a crash its items are lost, so the progress of the import must not advance. */
  add(items: readonly Item[]): Promise<void>
  /** Stores all items since the last call. Refuses no item. */
  store(note: Note): Promise<void>
}
