/** How large the batches of an import are, and how long it rests between them. */
import { readMembers } from '../cluster/nodes.ts'
import type { Context } from '../domain/context.ts'
import { sleep } from '../lib/time/clock.ts'

/**
 * Milliseconds of a batch's statements while a server on the same SQLite file wants to write too
 * (spec/server.md#writing-beside-a-server).
 */
const SLICE_MS = 5
const SLICE_SMALLEST = 50
const LOOK_EVERY_MS = 1_000

/**
 * Full speed when alone, or on PostgreSQL. Beside a server on SQLite, which can only wait for the one write lock,
 * batches of at most about 5 ms and as long a rest after each.
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

  /** Rows of the next batch. */
  async size(): Promise<number> {
    const { store, clock } = this.#context
    if (store.engine === 'postgres') return this.#largest
    if (clock.monotonic() - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = clock.monotonic()
      const beside = (await readMembers(store)).length > 0
      if (beside !== this.#beside)
        this.#size = beside ? Math.min(SLICE_SMALLEST, this.#largest) : this.#largest
      this.#beside = beside
    }
    return this.#size
  }

  /**
   * Learns from a batch and rests as long as it took, if need be.
   * @param working milliseconds of its statements: what more rows make longer
   * @param whole milliseconds with its commit, of which the disk's part is the same for one row and for thousands
   */
  async rest(rows: number, working: number, whole: number): Promise<void> {
    if (!this.#beside) return
    const fitting = Math.floor((rows / Math.max(working, 0.1)) * SLICE_MS)
    this.#size = Math.min(this.#largest, Math.max(SLICE_SMALLEST, fitting))
    await sleep(this.#context.clock, Math.max(whole, 1))
  }
}
