/**
 * How many events go into the queue with one transaction: as many as are told to a bounded number of webhooks. Nobody is
 * sent any of them before its end, and whoever else writes waits for it.
 */

/** Deliveries of one transaction, about. */
const DELIVERIES = 2_000

/** Events of one transaction, whoever hears of them. */
export const EVENTS_MOST = 500

export class BatchSize {
  /** What an event is told to, at the most of late. */
  #perEvent = 0

  /** 1 to {@link EVENTS_MOST}. */
  get events(): number {
    return Math.ceil(Math.min(EVENTS_MOST, DELIVERIES / this.#perEvent))
  }

  /** Says what a batch came to. @param events one at least */
  note(events: number, deliveries: number): void {
    // Half of what it was: after many events that nobody hears of comes one that all do.
    this.#perEvent = Math.max(deliveries / events, this.#perEvent / 2)
  }
}
