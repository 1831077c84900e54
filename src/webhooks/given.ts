/**
 * Deliveries that this process has put into a lane itself: they need not be read. Many lanes share the room for them, so
 * that a burst for a few waits in memory and one for all of them in the queue.
 */
import type { Delivery, Waiting } from '../domain/webhooks/queue.ts'

/** Deliveries in memory that no turn has begun with, of all lanes: some 10 MB. */
const ALL_MOST = 100_000

/** With so many a lane takes no more: as many as a turn takes. What comes at once may be more. */
export const GIVEN_MOST = 200

/** How many more there may be. */
export class GivenRoom {
  left = ALL_MOST
}

/** Those of one lane, in order. */
export class Given {
  readonly #room: GivenRoom
  #waiting: Waiting[] = []

  constructor(room: GivenRoom) {
    this.#room = room
  }

  get length(): number {
    return this.#waiting.length
  }

  /** Adds to them; false, and nothing is kept, when there is no room. */
  add(deliveries: readonly Delivery[]): boolean {
    const { length } = deliveries
    if (this.length >= GIVEN_MOST || length > this.#room.left) return false
    this.#room.left -= length
    for (const { position } of deliveries) this.#waiting.push({ position, attempts: 0 })
    return true
  }

  /** Takes the first ones out. */
  take(most: number): readonly Waiting[] {
    const taken = this.#waiting.splice(0, most)
    this.#room.left += taken.length
    return taken
  }

  /** Forgets all up to a position. */
  forgetTo(position: bigint): void {
    const first = this.#waiting.findIndex((each) => each.position > position)
    this.take(first < 0 ? this.length : first)
  }

  forgetAll(): void {
    this.take(this.length)
  }
}
