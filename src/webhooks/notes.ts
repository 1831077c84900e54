/**
 * What became of deliveries, on its way into the database: gathered for a moment, because rows that lie together are
 * stored together, and one commit for a hundred costs little more than one for one.
 *
 * Invariant: what is not noted yet is bounded in number and in time, and a crash repeats no more than that.
 */
import type { Context } from '../domain/context.ts'
import { compareLanes } from '../domain/webhooks/queue.ts'
import { type Change, settle } from '../domain/webhooks/settle.ts'

/** Milliseconds that a change waits for others, at most. */
export const LONGEST_MS = 200

/** Changes that wait for no more. */
export const PAGE = 4_096

/** Changes of one verb on SQLite, where it holds the event loop for 5 to 8 ms. With half as many each takes a tenth longer. */
const SLICE = 1_024

/** Changes that will be noted together. */
interface Page {
  readonly changes: Change[]
  readonly noted: Promise<void>
  readonly resolve: (noted: Promise<void>) => void
  /** Ends the waiting for more. */
  readonly cancel: () => void
}

export class Notes {
  readonly #context: Pick<Context, 'store' | 'clock'>
  #page: Page | undefined
  #isHurrying = false
  /** Resolves when the last page is stored, or cannot be. */
  #storing: Promise<unknown> = Promise.resolve()

  constructor(context: Pick<Context, 'store' | 'clock'>) {
    this.#context = context
  }

  /** Notes a change soon; resolves when it is in the database, and those that were noted with it. */
  note(change: Change): Promise<void> {
    this.#page ??= this.#newPage()
    const { changes, noted } = this.#page
    changes.push(change)
    if (changes.length >= PAGE) this.#turn()
    return noted
  }

  /** Says that somebody waits: what is to be noted is, as soon as no more comes. */
  hurry(): void {
    if (this.#isHurrying || this.#page === undefined) return
    this.#isHurrying = true
    void this.#turnWhenQuiet()
  }

  async #turnWhenQuiet(): Promise<void> {
    // Whoever comes while a page is being stored shares the next one.
    await this.#storing
    for (let seen = 0; this.#page !== undefined && seen !== this.#page.changes.length; ) {
      seen = this.#page.changes.length
      await new Promise(setImmediate)
    }
    this.#isHurrying = false
    this.#turn()
  }

  #newPage(): Page {
    const { promise: noted, resolve } = Promise.withResolvers<void>()
    // Whoever waits for it does so later.
    noted.catch(() => undefined)
    const cancel = this.#context.clock.after(LONGEST_MS, () => this.#turn())
    return { changes: [], noted, resolve, cancel }
  }

  /** Begins to store what is on the page. */
  #turn(): void {
    const page = this.#page
    if (page === undefined) return
    this.#page = undefined
    page.cancel()
    const storing = this.#store(page.changes)
    // Refused are those who wait for the page.
    this.#storing = storing.catch(() => undefined)
    page.resolve(storing)
  }

  /** In slices of neighbouring lanes, so that each page of the database is written with one of them. */
  async #store(changes: readonly Change[]): Promise<void> {
    const ordered = changes.toSorted(compareLanes)
    const stored: Promise<void>[] = []
    const slice = this.#context.store.engine === 'sqlite' ? SLICE : PAGE
    for (let from = 0; from < ordered.length; from += slice) {
      stored.push(this.#settle(ordered.slice(from, from + slice)))
    }
    await Promise.all(stored)
  }

  /** One change that cannot be stored holds none of the others. */
  async #settle(changes: readonly Change[]): Promise<void> {
    try {
      await settle(this.#context, changes)
    } catch (error) {
      if (changes.length === 1) throw error
      const results = await Promise.allSettled(changes.map((change) => settle(this.#context, [change])))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    }
  }
}
