/** Provides the stores and helpers for the store contract. */
import type { TestContext } from 'node:test'
import type { DatabaseAddress } from '../../../src/db/migration.ts'
import { type OpenOptions, openStore } from '../../../src/db/open.ts'
import type { Store } from '../../../src/db/store.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { appendDrafts } from '../../../src/log/append.ts'
import { SILENT } from '../logged.ts'
import { testStore } from '../stores.ts'
import { raw } from '../tables.ts'
import { TestClock } from '../test-clock.ts'

/** Test functions by title. */
export type Cases = Readonly<Record<string, (bench: Bench) => Promise<void>>>

/** Opens the stores of one test. */
export class Bench {
  readonly #t: TestContext
  readonly #address: DatabaseAddress

  constructor(t: TestContext, address: DatabaseAddress) {
    this.#t = t
    this.#address = address
  }

  open(options: Partial<OpenOptions> = {}): Store {
    return testStore(this.#t, this.#address, options)
  }

  /**
   * Opens a store with a stopped clock, so that groups never time out. Also returns a list of the sizes of
   * its groups.
   */
  openCounting(options: Partial<OpenOptions> = {}): { store: Store; groups: number[] } {
    const groups: number[] = []
    const observer = { group: (verbs: number) => groups.push(verbs) }
    return { store: this.open({ clock: new TestClock(), observer, ...options }), groups }
  }

  /** Removes the data of earlier tests. */
  async empty(): Promise<void> {
    const store = openStore(this.#address, {
      clock: systemClock,
      appendDrafts,
      manner: 'command',
      pool: 1,
      logger: SILENT,
    })
    await store.writeAlone(async (tx) => {
      for (const table of ['facts', 'followers', 'imports', 'events', 'users']) {
        await tx.run(raw(`delete from ${table}`), {})
      }
      await tx.run(raw('update event_log set head = 0'), {})
    })
    await store.close()
  }
}
