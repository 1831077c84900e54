/**
 * Reads new rows of events for the publisher. Rows that this node has committed need no read; other rows come from the
 * table.
 */
import { type Cluster, LOG_TOPIC } from '../../cluster/cluster.ts'
import type { EventsTable } from '../../db/schema.ts'
import type { EventDraft, Store } from '../../db/store.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { readEventRows } from '../read-table.ts'
import { checksumOf } from '../record.ts'

/** Milliseconds between two reads of the table when no signal comes. */
const POLL_MS = 250
const BATCH = 500
/** Maximum number of rows of this node that wait in memory. Further rows are read from the table. */
const MAX_OWN = 5_000

export class NewEvents {
  readonly #store: Store
  readonly #stops: (() => void)[]
  #own: EventsTable[] = []
  #signalled = 0n
  /** True if the table may have events for which no signal came. */
  #mayHaveMore = true
  #wake: () => void = () => undefined

  constructor(store: Store, cluster: Pick<Cluster, 'subscribe'>, clock: Clock) {
    this.#store = store
    this.#stops = [
      store.onAppend((position, drafts) => this.#appended(position, drafts)),
      cluster.subscribe(LOG_TOPIC, (position) => this.#signal(position)),
      clock.every(POLL_MS, () => this.#signal(undefined)),
    ]
  }

  /**
   * Waits for rows after `position`, and returns the next rows. The result is empty when a poll finds no rows or
   * `signal` is aborted.
   * @throws {PositionTooOld}
   */
  async after(position: bigint, signal: AbortSignal): Promise<readonly EventsTable[]> {
    const onAbort = () => this.#wake()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      while (!signal.aborted) {
        const own = this.#ownAfter(position)
        if (own.length > 0) return own
        if (this.#mayHaveMore || this.#signalled > position) {
          this.#mayHaveMore = false
          const rows = await readEventRows(this.#store, position, BATCH)
          if (rows.length > 0) {
            this.#mayHaveMore ||= rows.length === BATCH
            return rows
          }
          // The position in a signal may belong to a transaction that was never committed.
          this.#signalled = position
          return []
        } else await new Promise<void>((resolve) => (this.#wake = resolve))
      }
      return []
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#wake()
  }

  #ownAfter(position: bigint): readonly EventsTable[] {
    const first = this.#own[0]
    if (first === undefined || first.position > position + 1n) return []
    const rows = this.#own.filter((row) => row.position > position)
    this.#own = []
    return rows
  }

  #appended(last: bigint, drafts: readonly EventDraft[]): void {
    const first = last - BigInt(drafts.length) + 1n
    const expected = this.#own.at(-1)?.position
    if (this.#own.length > MAX_OWN || (expected !== undefined && expected + 1n !== first)) this.#own = []
    for (const [index, { at, kind, user_id, post_id, partition, facts }] of drafts.entries()) {
      const position = first + BigInt(index)
      const draft = { at, kind, user_id, post_id, partition, facts }
      this.#own.push({ position, ...draft, checksum: checksumOf(position, draft) })
    }
    this.#signal(last)
  }

  #signal(position: bigint | undefined): void {
    if (position === undefined) this.#mayHaveMore = true
    else if (position > this.#signalled) this.#signalled = position
    this.#wake()
  }
}
