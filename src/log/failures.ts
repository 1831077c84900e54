/**
 * Leaving out what fails: a reader of the log, or a timed job, that meets an item whose own data fails logs it once, counts
 * it, remembers it (failed-items.ts) and goes on. What fails because the database does is not remembered: the reader waits.
 *
 *   fails ─▶ remembered ─▶ asked for (`aviary failed retry`) ─▶ tried again ─▶ forgotten, in the transaction of its work
 *                ▲────────────────────── fails again ───────────────┘
 */
import { isItemFailure } from '../db/errors.ts'
import type { Store, Tx } from '../db/store.ts'
import type { ItemGuard } from '../lib/item-guard.ts'
import type { Logger } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import {
  askedItems,
  type FailedItem,
  type Failure,
  failedItems,
  forgetFailed,
  type ItemName,
  LISTED_MOST,
  rememberFailed,
  settleFailed,
} from './failed-items.ts'

export interface FailureServices {
  readonly store: Store
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  /** Makes memory as current as the database, before items are tried again. */
  readonly catchUp?: (() => Promise<void>) | undefined
  /** Told of each item that is left out, by its reader. */
  readonly count?: ((reader: string) => void) | undefined
}

/** Work on an item again. @returns what it writes in the transaction that forgets the item, if anything */
export type Retry = (item: FailedItem, signal: AbortSignal) => Promise<Retried | undefined>

export interface Retried {
  readonly apply?: ((tx: Tx) => Promise<void>) | undefined
  /** Called once that is committed. */
  readonly applied?: (() => void) | undefined
}

/** Items that wait to be noted; beyond them they are counted, and met again or not. */
const WAITING_MOST = 1_000

/** Items that this process knows to be remembered, and for how long in milliseconds it takes that for known. */
const KNOWN_MOST = 10_000
const KNOWN_MS = 60_000

/** Milliseconds after which items are noted that could not be. */
const RETRY_MS = 5_000

export class Failures {
  readonly #services: FailureServices
  readonly #retries = new Map<string, Retry>()
  /** When it was met, on the clock that never jumps. */
  readonly #known = new Map<string, number>()
  #waiting = new Map<string, Failure>()
  #noting: Promise<void> | undefined
  #cancelRetry: (() => void) | undefined
  #isClosed = false

  constructor(services: FailureServices) {
    this.#services = services
  }

  /** Has a reader try its items again when they are asked for. */
  onRetry(reader: string, retry: Retry): void {
    this.#retries.set(reader, retry)
  }

  /** Remembers an item in a transaction; {@link told} is to be called with the answer when it is committed. */
  remember(tx: Tx, failure: Failure): Promise<boolean> {
    return rememberFailed(tx, failure, this.#services.clock.now())
  }

  /** Logs and counts an item that is remembered. @param isNew whether it was not before */
  told({ reader, item, error }: Failure, isNew: boolean): void {
    if (!isNew) return
    this.#services.count?.(reader)
    this.#services.logger.error({ err: error, reader, item }, 'an item failed and was left out')
  }

  /** Remembers an item soon, for readers without a transaction. One that was met a moment ago costs nothing. */
  note(failure: Failure): void {
    const key = keyOf(failure)
    const now = this.#services.clock.monotonic()
    const met = this.#known.get(key)
    if (met !== undefined && now - met < KNOWN_MS) return
    this.#know(key, now)
    if (this.#waiting.size >= WAITING_MOST) this.#services.count?.(failure.reader)
    else this.#waiting.set(key, failure)
    this.#noting ??= this.#noteAll()
  }

  /** As {@link note}; resolves when it is remembered. @throws what the store says */
  async noteNow(failure: Failure): Promise<void> {
    // No event: what is left out is not part of the network.
    const isNew = await this.#services.store.writeAside((tx) => this.remember(tx, failure))
    this.told(failure, isNew)
  }

  /** Resolves when what was noted is remembered, or cannot be now. */
  async settled(): Promise<void> {
    while (this.#noting !== undefined) await this.#noting
  }

  /** Guards the items of one run of a job. */
  async guard(reader: string): Promise<ItemGuard> {
    const failed = new Set<string>()
    for (let after: ItemName = { reader: '', item: '' }; ; ) {
      const page = await failedItems(this.#services.store, { reader }, after)
      for (const { item } of page) failed.add(item)
      const last = page.at(-1)
      if (page.length < LISTED_MOST || last === undefined) break
      after = last
    }
    return {
      attempt: async (item, work) => {
        try {
          const value = await work()
          if (failed.delete(item)) await this.#forget({ reader, item })
          return value
        } catch (error) {
          if (!isItemFailure(error)) throw error
          await this.noteNow({ reader, item, error })
          return undefined
        }
      },
    }
  }

  /** Tries the items again that were asked for, until none is left or `signal` is aborted. */
  async retryAsked(signal: AbortSignal): Promise<void> {
    const items = await askedItems(this.#services.store)
    if (items.length > 0) await this.#services.catchUp?.()
    for (const item of items) {
      if (signal.aborted) return
      const retry = this.#retries.get(item.reader)
      if (retry !== undefined) await this.#retry(item, retry, signal)
    }
  }

  /** Notes what waits, and stops. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelRetry?.()
    await this.settled()
  }

  async #retry(item: FailedItem, retry: Retry, signal: AbortSignal): Promise<void> {
    const { store } = this.#services
    try {
      const retried = await retry(item, signal)
      // No event: `apply` appends those of what it writes.
      const isDone = await store.write(async (tx) => {
        // Of two processes one forgets it, and does the work; neither does when it has failed anew meanwhile.
        if (!(await settleFailed(tx, item))) return false
        await retried?.apply?.(tx)
        return true
      })
      this.#known.delete(keyOf(item))
      if (isDone) retried?.applied?.()
    } catch (error) {
      if (signal.aborted || !isItemFailure(error)) throw error
      const { reader, item: name, detail } = item
      // No event: as in noteNow.
      await store.writeAside((tx) => this.remember(tx, { reader, item: name, detail, error }))
    }
  }

  async #forget(name: ItemName): Promise<void> {
    this.#known.delete(keyOf(name))
    // No event: as in noteNow.
    await this.#services.store.writeAside((tx) => forgetFailed(tx, name))
  }

  async #noteAll(): Promise<void> {
    // Those that are met in one turn are noted together.
    await undefined
    while (this.#waiting.size > 0) {
      const failures = this.#waiting
      this.#waiting = new Map()
      try {
        for (const failure of failures.values()) {
          await this.noteNow(failure)
          failures.delete(keyOf(failure))
        }
      } catch (error) {
        this.#services.logger.error(
          { err: error },
          'items that failed could not be remembered; it is tried again',
        )
        for (const [key, failure] of failures) this.#waiting.set(key, failure)
        this.#later()
        break
      }
    }
    this.#noting = undefined
  }

  #later(): void {
    if (this.#isClosed) return
    this.#cancelRetry?.()
    this.#cancelRetry = this.#services.clock.after(RETRY_MS, () => {
      this.#noting ??= this.#noteAll()
    })
  }

  #know(key: string, now: number): void {
    this.#known.delete(key)
    this.#known.set(key, now)
    if (this.#known.size <= KNOWN_MOST) return
    const [oldest] = this.#known.keys()
    if (oldest !== undefined) this.#known.delete(oldest)
  }
}

function keyOf({ reader, item }: ItemName): string {
  return `${reader} ${item}`
}
