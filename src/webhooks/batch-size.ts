/**
 * Chooses how many events are fanned out in one transaction, so that the transaction inserts a bounded number of
 * deliveries: none of them is sent, and no other writer continues, before it ends.
 */

/** Target size of one transaction. */
const DELIVERIES_PER_TRANSACTION = 2_000

/** Events of one transaction, whatever their number of recipients. */
export const MAX_EVENTS = 500

export class BatchSize {
  /** Deliveries of an event: the recent maximum. */
  #perEvent = 0

  /** 1 to {@link MAX_EVENTS}. */
  get events(): number {
    return Math.ceil(Math.min(MAX_EVENTS, DELIVERIES_PER_TRANSACTION / this.#perEvent))
  }

  /** Records the size of a finished batch. @param events 1 or more */
  record(events: number, deliveries: number): void {
    // Halved, not replaced: after many events without recipients comes one with many.
    this.#perEvent = Math.max(deliveries / events, this.#perEvent / 2)
  }
}
