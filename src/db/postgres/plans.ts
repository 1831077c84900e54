/**
 * Plans of a session that are made once for each statement (`plan_cache_mode`), and anew from time to time: one that was made
 * while a table was small may read all of it, and PostgreSQL itself does not make it anew before it has analyzed the table.
 */
import type { Link } from './link.ts'

/** A second of statements on a plan that has become bad; making plans for a dozen statements takes a few milliseconds. */
const RENEWED_MS = 1_000

export class Plans {
  readonly #monotonic: () => number
  #renewedAt = Number.NEGATIVE_INFINITY

  /** @param monotonic milliseconds */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** Has the session forget its plans, if it is time to: before the next statement, and without waiting. */
  renew(link: Link): void {
    const now = this.#monotonic()
    if (now - this.#renewedAt < RENEWED_MS) return
    this.#renewedAt = now
    // When this fails the plans are forgotten a second later.
    link.use((sql) => sql.unsafe('discard plans')).catch(() => undefined)
  }
}
