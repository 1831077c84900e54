/**
 * Chooses the number of events that one transaction turns into deliveries (fan-out.ts). The choice limits the number
 * of deliveries that the transaction inserts. The limit is needed because no delivery is sent and no other writer
 * continues before the transaction ends.
 */

/** Target number of deliveries that one transaction inserts. */
const DELIVERIES_PER_TRANSACTION = 2_000

/** Maximum events of one transaction, for any number of recipients. */
export const MAX_EVENTS = 500

export class BatchSize {
  /** The maximum of deliveries per event in recent batches. */
  #perEvent = 0

  /** Number of events for the next transaction, 1 to {@link MAX_EVENTS}. */
  get events(): number {
    return Math.ceil(Math.min(MAX_EVENTS, DELIVERIES_PER_TRANSACTION / this.#perEvent))
  }

  /** Records the size of a committed batch. @param events 1 or more */
  record(events: number, deliveries: number): void {
    // The maximum is halved and not replaced, because an event with many recipients may follow many events without
    // recipients.
    this.#perEvent = Math.max(deliveries / events, this.#perEvent / 2)
  }
}
