/**
 * Discards the query plans of a session from time to time. PostgreSQL makes one plan for each statement
 * (`plan_cache_mode`). A plan that was made while a table was small may scan the whole table, and PostgreSQL makes a
 * new plan only after it has analyzed the table.
 */
import type { Link } from './link.ts'

/** A bad plan is used for at most this time. New plans for a dozen statements take a few milliseconds. */
const RENEWED_MS = 1_000

export class Plans {
  readonly #monotonic: () => number
  #renewedAt = Number.NEGATIVE_INFINITY

  /** @param monotonic milliseconds */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** Discards the plans before the next statement if they are old enough. Does not wait for the result. */
  renew(link: Link): void {
    const now = this.#monotonic()
    if (now - this.#renewedAt < RENEWED_MS) return
    this.#renewedAt = now
    // If this fails, the next attempt follows a second later at the earliest.
    link.use((sql) => sql.unsafe('discard plans')).catch(() => undefined)
  }
}
