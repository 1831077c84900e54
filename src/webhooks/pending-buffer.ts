/**
 * Keeps copies of deliveries that this process has queued, so that a worker need not read these deliveries from the
 * database. All queues share the capacity of the buffers. Therefore a burst of deliveries in a few queues fits in
 * memory, and a burst in all queues is read from the database.
 */
import type { Delivery, QueuedDelivery } from '../domain/webhooks/queue.ts'

/** Maximum deliveries in the buffers of all queues: about 10 MB. */
const MAX_IN_ALL_QUEUES = 100_000

/**
 * A buffer of this length or longer accepts no further deliveries. A worker sends about this number of deliveries in
 * one run. A single call may add more deliveries at once.
 */
export const MAX_BUFFERED = 200

/** Number of further deliveries that may be buffered, over all queues. */
export class BufferCapacity {
  left = MAX_IN_ALL_QUEUES
}

/** The buffered deliveries of one queue, in order. */
export class PendingBuffer {
  readonly #capacity: BufferCapacity
  #deliveries: QueuedDelivery[] = []

  constructor(capacity: BufferCapacity) {
    this.#capacity = capacity
  }

  get length(): number {
    return this.#deliveries.length
  }

  /** @returns false, without adding any delivery, when the buffer or the shared capacity is full */
  add(deliveries: readonly Delivery[]): boolean {
    const { length } = deliveries
    if (this.length >= MAX_BUFFERED || length > this.#capacity.left) return false
    this.#capacity.left -= length
    for (const { position } of deliveries) this.#deliveries.push({ position, attempts: 0 })
    return true
  }

  /** Removes and returns the first deliveries. */
  take(max: number): readonly QueuedDelivery[] {
    const taken = this.#deliveries.splice(0, max)
    this.#capacity.left += taken.length
    return taken
  }

  /** Drops all deliveries up to and including a position. */
  dropUpTo(position: bigint): void {
    const first = this.#deliveries.findIndex((each) => each.position > position)
    this.take(first < 0 ? this.length : first)
  }

  clear(): void {
    this.take(this.length)
  }
}
