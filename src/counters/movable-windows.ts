/** Rate windows that can be moved between the memory of a process and the table of all. */

import type { Context } from '../domain/context.ts'
import { DEFAULT_MAXIMUM_WINDOWS, MemoryWindowStore, type SavedWindow } from './memory-windows.ts'
import type { PostgresWindowStore } from './postgres-windows.ts'
import { SavedWindows } from './saved-windows.ts'

export class MovableWindows {
  readonly #context: Pick<Context, 'store' | 'clock'>
  readonly #table: PostgresWindowStore
  /** How far each window was when it was told. */
  #told = new Map<string, string>()
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

  /** Whether memory has room for all that is in the table. */
  async fits(): Promise<boolean> {
    return (await this.#table.count(DEFAULT_MAXIMUM_WINDOWS + 1)) <= DEFAULT_MAXIMUM_WINDOWS
  }

  /** From here on the table is out of date. */
  async take(): Promise<void> {
    this.#memory = this.#empty()
    this.#memory.restore(await this.#table.live(DEFAULT_MAXIMUM_WINDOWS))
  }

  /** Writes into the table what has changed since the last time. */
  async tell(): Promise<void> {
    const changed = this.#memory.live().filter((window) => this.#told.get(window.key) !== stateOf(window))
    await this.#table.tell(changed)
    for (const window of changed) this.#told.set(window.key, stateOf(window))
  }

  clear(): void {
    this.#memory = this.#empty()
    this.#told = new Map()
  }

  async close(): Promise<void> {
    await this.#saved.close(this.#context.clock.now())
  }

  #empty(): MemoryWindowStore {
    const { clock } = this.#context
    return new MemoryWindowStore({ clock, onLongWindowChange: (window) => this.#saved.note(window) })
  }
}

function stateOf({ startedAt, used }: SavedWindow): string {
  return `${startedAt} ${used}`
}
