/**
 * Discards the plans of a session from time to time. Plans are made once per statement (`plan_cache_mode`), and a plan
 * made while a table was small may scan the whole table; PostgreSQL replans only after it analyzed the table.
 */
import type { Link } from './link.ts'

/** Bounds the use of a bad plan to a second; new plans for a dozen statements take a few milliseconds. */
const RENEWED_MS = 1_000

export class Plans {
  readonly #monotonic: () => number
  #renewedAt = Number.NEGATIVE_INFINITY

  /** @param monotonic milliseconds */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** Discards the plans before the next statement when due; does not wait. */
  renew(link: Link): void {
    const now = this.#monotonic()
    if (now - this.#renewedAt < RENEWED_MS) return
    this.#renewedAt = now
    // After a failure the next attempt follows a second later.
    link.use((sql) => sql.unsafe('discard plans')).catch(() => undefined)
  }
}
