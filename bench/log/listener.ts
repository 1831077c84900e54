/** A log reader that records the arrival of each event. */
import type { Store } from '../../src/db/store.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { Tail } from '../../src/log/tail.ts'
import { sharedNow } from './events.ts'

export class Listener {
  readonly #tail: Tail
  readonly #stop = new AbortController()
  readonly #latencies: number[] = []
  readonly #following: Promise<void>

  private constructor(tail: Tail) {
    this.#tail = tail
    this.#following = this.#follow()
  }

  /** Reads from the end of the log. */
  static async open(store: Store): Promise<Listener> {
    return new Listener(await Tail.open(store, systemClock))
  }

  /**
   * Stops after all committed events have arrived. Returns the milliseconds from creation to arrival,
   * ascending.
   */
  async end(): Promise<Float64Array> {
    await this.#tail.catchUp()
    await new Promise(setImmediate)
    this.#stop.abort()
    await this.#following
    await this.#tail.close()
    return Float64Array.from(this.#latencies).sort()
  }

  async #follow(): Promise<void> {
    for await (const events of this.#tail.follow(this.#tail.head, this.#stop.signal)) {
      const now = sharedNow()
      for (const event of events) {
        if (event.kind === 'user.followed') this.#latencies.push(Number(now - event.user_id) / 1e6)
      }
    }
  }
}
