/**
 * Saves rate windows that must survive a restart, for a process that counts in memory. Changes are written once a
 * second, so a crash loses the changes of at most one second.
 */

import { sql } from 'kysely'
import { bulk } from '../db/bulk.ts'
import { query } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import type { Clock } from '../lib/time/clock.ts'

export interface SavedWindow {
  readonly key: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly seconds: number
  readonly used: number
}

const WRITE_EVERY_MS = 1_000

export class SavedWindows {
  readonly #store: Pick<Store, 'rows' | 'write' | 'logger'>
  readonly #stop: () => void
  #changed = new Map<string, SavedWindow>()

  constructor(store: Pick<Store, 'rows' | 'write' | 'logger'>, clock: Clock) {
    this.#store = store
    this.#stop = clock.every(WRITE_EVERY_MS, () => {
      this.flush().catch((error: unknown) => {
        store.logger.warn(
          { err: error },
          'the rate windows could not be saved; they are saved again in a second',
        )
      })
    })
  }

  /** The saved windows that have not ended. */
  async load(now: number): Promise<SavedWindow[]> {
    const rows = await this.#store.rows(liveWindows, { now })
    return rows.map((row) => ({
      key: row.key,
      startedAt: row.started_at,
      seconds: row.length_s,
      used: row.used,
    }))
  }

  /** Adds a window to the next flush. */
  add(window: SavedWindow): void {
    this.#changed.set(window.key, window)
  }

  /**
   * Writes the added windows. After a failure, the windows are written by the next flush.
   * @throws the error of the store
   */
  async flush(): Promise<void> {
    if (this.#changed.size === 0) return
    const changed = this.#changed
    this.#changed = new Map()
    const rows = Array.from(changed.values(), ({ key, startedAt, seconds, used }) => {
      return [key, startedAt, seconds, used] as const
    })
    try {
      await this.#store.write(async (tx) => {
        // No event: a rate window is not data of a user.
        await upsertWindows(tx, rows)
      })
    } catch (error) {
      for (const [key, window] of changed) if (!this.#changed.has(key)) this.#changed.set(key, window)
      throw error
    }
  }

  async close(now: number): Promise<void> {
    this.#stop()
    await this.flush()
    // No event: a rate window is not data of a user.
    await this.#store.write((tx) => tx.run(deleteEnded, { now }))
  }
}

const liveWindows = query<{ now: number }>()((k, p) =>
  k
    .selectFrom('rate_windows')
    .selectAll()
    .where((eb) => eb(eb('started_at', '+', eb('length_s', '*', 1000)), '>', p('now'))),
)

const upsertWindows = bulk(
  { key: 'text', started_at: 'integer', length_s: 'integer', used: 'integer' },
  (k, rows) =>
    k
      .insertInto('rate_windows')
      .columns(['key', 'started_at', 'length_s', 'used'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({
            started_at: eb.ref('excluded.started_at'),
            length_s: eb.ref('excluded.length_s'),
            used: eb.ref('excluded.used'),
          }))
          // Another process may have counted more since this window was added.
          .where((eb) =>
            eb.or([
              eb(eb.ref('excluded.started_at'), '>', eb.ref('rate_windows.started_at')),
              // A stored row that starts after the end of this window was written while the clock was wrong.
              eb(
                eb.ref('rate_windows.started_at'),
                '>',
                sql<number>`excluded.started_at + excluded.length_s * 1000`,
              ),
              eb.and([
                eb(eb.ref('excluded.started_at'), '=', eb.ref('rate_windows.started_at')),
                eb(eb.ref('excluded.used'), '>', eb.ref('rate_windows.used')),
              ]),
            ]),
          ),
      ),
)

const deleteEnded = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('rate_windows')
    .where((eb) => eb(eb('started_at', '+', eb('length_s', '*', 1000)), '<=', p('now'))),
)
