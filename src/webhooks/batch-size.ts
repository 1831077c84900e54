/**
 * Chooses the number of events that one transaction fans out, so that it inserts a bounded number of deliveries. No
 * delivery is sent, and no other writer continues, before the transaction ends.
 */

/** Target size of one transaction. */
const DELIVERIES_PER_TRANSACTION = 2_000

/** Maximum events of one transaction, independent of their recipients. */
export const MAX_EVENTS = 500

export class BatchSize {
  /** The recent maximum of deliveries of an event. */
  #perEvent = 0

  /** 1 to {@link MAX_EVENTS}. */
  get events(): number {
    return Math.ceil(Math.min(MAX_EVENTS, DELIVERIES_PER_TRANSACTION / this.#perEvent))
  }

  /** Records the size of a finished batch. @param events 1 or more */
  record(events: number, deliveries: number): void {
    // The maximum is halved and not replaced, because an event with many recipients may follow many without recipients.
    this.#perEvent = Math.max(deliveries / events, this.#perEvent / 2)
  }
}
