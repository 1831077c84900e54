/** Chooses the size of import batches, and the length of the pauses between them. */
import { readMembers } from '../cluster/nodes.ts'
import type { Context } from '../domain/context.ts'
import { sleep } from '../lib/time/clock.ts'

/**
 * Target for the duration of the statements of a batch, while a server uses the same SQLite file
 * (spec/server.md#writing-beside-a-server).
 */
const SLICE_MS = 5
const MIN_SLICE_ROWS = 50
const SERVER_CHECK_MS = 1_000

/**
 * On PostgreSQL, and without a server, batches are full and have no pauses. SQLite has one write lock. Therefore, while
 * a server uses the same file, a batch takes about 5 ms, and an equally long pause follows.
 */
export class Pace {
  readonly #context: Context
  readonly #largest: number
  #size: number
  #beside = false
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(context: Context, largest: number) {
    this.#context = context
    this.#largest = largest
    this.#size = largest
  }

  /** Maximum number of rows of the next batch. */
  async size(): Promise<number> {
    const { store, clock } = this.#context
    if (store.engine === 'postgres') return this.#largest
    if (clock.monotonic() - this.#lookedAt >= SERVER_CHECK_MS) {
      this.#lookedAt = clock.monotonic()
      const beside = (await readMembers(store)).length > 0
      if (beside !== this.#beside)
        this.#size = beside ? Math.min(MIN_SLICE_ROWS, this.#largest) : this.#largest
      this.#beside = beside
    }
    return this.#size
  }

  /**
   * Adapts the size of batches to the time that a finished batch took. If a server runs, pauses for the same time.
   * @param working milliseconds of the statements of the batch; they grow with the number of rows
   * @param whole milliseconds including the commit; the sync of the commit does not depend on the number of rows
   */
  async rest(rows: number, working: number, whole: number): Promise<void> {
    if (!this.#beside) return
    const fitting = Math.floor((rows / Math.max(working, 0.1)) * SLICE_MS)
    this.#size = Math.min(this.#largest, Math.max(MIN_SLICE_ROWS, fitting))
    await sleep(this.#context.clock, Math.max(whole, 1))
  }
}
