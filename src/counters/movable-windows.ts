/** Rate windows that can be moved between the memory of a process and the table of all. */
import { SavedWindows } from '../db/saved-windows.ts'
import type { Context } from '../domain/context.ts'
import { DEFAULT_MAXIMUM_WINDOWS, MemoryWindowStore } from '../http/rate-limit/memory-store.ts'
import type { PostgresWindowStore } from '../http/rate-limit/postgres-store.ts'

export class MovableWindows {
  readonly #context: Pick<Context, 'store' | 'clock'>
  readonly #table: PostgresWindowStore
  /** Long windows are written down once a second, for a crash. */
  readonly #saved: SavedWindows
  #memory: MemoryWindowStore

  constructor(context: Pick<Context, 'store' | 'clock'>, table: PostgresWindowStore) {
    this.#context = context
    this.#table = table
    this.#saved = new SavedWindows(context.store, context.clock)
    this.#memory = this.#empty()
  }

  get memory(): MemoryWindowStore {
    return this.#memory
  }

  /** From here on the table is out of date. */
  async take(): Promise<void> {
    this.#memory = this.#empty()
    this.#memory.restore(await this.#table.live(DEFAULT_MAXIMUM_WINDOWS))
  }

  /** Writes everything into the table. */
  tell(): Promise<void> {
    return this.#table.tell(this.#memory.live())
  }

  clear(): void {
    this.#memory = this.#empty()
  }

  async close(): Promise<void> {
    await this.#saved.close(this.#context.clock.now())
  }

  #empty(): MemoryWindowStore {
    const { clock } = this.#context
    return new MemoryWindowStore({ clock, onLongWindowChange: (window) => this.#saved.note(window) })
  }
}
