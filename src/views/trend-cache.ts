/**
 * Keeps the trends of the network, which are valid for five minutes (spec/v2.md#spaces-and-trends).
 */
import type { Reader } from '../db/store.ts'
import { type Trends, topHashtags } from '../domain/trends/top-hashtags.ts'
import type { Clock } from '../lib/time/clock.ts'

const MAX_AGE_MS = 5 * 60_000

export class TrendCache {
  readonly #store: Reader
  readonly #clock: Clock
  #computedAt = Number.NEGATIVE_INFINITY
  #trends: Promise<Trends> | undefined

  constructor(store: Reader, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /** Trends that are at most five minutes old; concurrent calls share one scan. */
  current(): Promise<Trends> {
    const now = this.#clock.monotonic()
    if (this.#trends !== undefined && now - this.#computedAt < MAX_AGE_MS) return this.#trends
    this.#computedAt = now
    this.#trends = this.#scan()
    return this.#trends
  }

  async #scan(): Promise<Trends> {
    try {
      return await topHashtags(this.#store, this.#clock)
    } catch (error) {
      this.#trends = undefined
      throw error
    }
  }
}
