/** Chooses the size of import batches, and the length of the pauses between them. */
import { readMembers } from '../cluster/nodes.ts'
import type { Context } from '../domain/context.ts'
import { sleep } from '../lib/time/clock.ts'

/**
 * Target for the duration of the statements of a batch, while a server uses the same SQLite file
 * (spec/server.md#writing-beside-a-server).
 */
const SLICE_MS = 5
/** Minimum size of a slice, if the import does not give another minimum. */
const MIN_SLICE = 50
const SERVER_CHECK_MS = 1_000

/**
 * On PostgreSQL, and without a server, batches are full and have no pauses. SQLite has one write lock. Therefore, while
 * a server uses the same file, a batch takes about 5 ms, and an equally long pause follows.
 */
export class Pace {
  readonly #context: Context
  readonly #largest: number
  readonly #smallest: number
  #size: number
  #beside = false
  #lookedAt = Number.NEGATIVE_INFINITY

  /**
   * The unit of all sizes is the same, for example rows.
   * @param largest maximum size of a batch
   * @param smallest minimum size of a slice; this minimum limits the share of time that the fixed costs of
   *   transactions take
   */
  constructor(context: Context, largest: number, smallest: number = MIN_SLICE) {
    this.#context = context
    this.#largest = largest
    this.#smallest = Math.min(smallest, largest)
    this.#size = largest
  }

  /** Maximum size of the next batch. */
  async size(): Promise<number> {
    const { store, clock } = this.#context
    if (store.engine === 'postgres') return this.#largest
    if (clock.monotonic() - this.#lookedAt >= SERVER_CHECK_MS) {
      this.#lookedAt = clock.monotonic()
      const beside = (await readMembers(store)).length > 0
      if (beside !== this.#beside) this.#size = beside ? this.#smallest : this.#largest
      this.#beside = beside
    }
    return this.#size
  }

  /**
   * Adapts the size of batches to the time that a finished batch took. If a server runs, pauses for the same time.
   * @param size size of the batch; 0 does not change the next size
   * @param working milliseconds of the statements of the batch; they grow with the size
   * @param whole milliseconds including the commit; the sync of the commit does not depend on the size
   */
  async rest(size: number, working: number, whole: number): Promise<void> {
    if (!this.#beside) return
    if (size > 0) {
      const fitting = Math.floor((size / Math.max(working, 0.1)) * SLICE_MS)
      this.#size = Math.min(this.#largest, Math.max(this.#smallest, fitting))
    }
    await sleep(this.#context.clock, Math.max(whole, 1))
  }
}
