/**
 * Skips items that fail. If the data of an item causes an error, the reader of the log or the periodic job logs the
 * item once, counts it, records it (failed-items.ts) and continues. If the database fails, nothing is recorded, and the
 * reader waits.
 *
 *   fails ─▶ recorded ─▶ retry requested (`aviary failed retry`) ─▶ retried ─▶ deleted with its writes
 *                ▲────────────────────── fails again ─────────────────┘
 */
import { isItemFailure } from '../db/errors.ts'
import type { Store, Tx } from '../db/store.ts'
import type { ItemGuard } from '../lib/item-guard.ts'
import type { Logger } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import {
  FAILED_PAGE_SIZE,
  type FailedItem,
  type Failure,
  failedItems,
  forgetFailed,
  type ItemName,
  itemsToRetry,
  recordFailed,
  resolveFailed,
} from './failed-items.ts'

export interface FailureServices {
  readonly store: Store
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  /** Brings caches up to date before items are retried. */
  readonly catchUp?: (() => Promise<void>) | undefined
  /** Called for each skipped item. */
  readonly count?: ((reader: string) => void) | undefined
}

/** Retries an item. @returns the writes for the transaction that deletes the item; undefined without writes */
export type Retry = (item: FailedItem, signal: AbortSignal) => Promise<Retried | undefined>

export interface Retried {
  readonly apply?: ((tx: Tx) => Promise<void>) | undefined
  /** Called after the commit of the writes. */
  readonly applied?: (() => void) | undefined
}

/** Maximum items that wait to be recorded. Further items are only counted. */
const MAX_WAITING = 1_000

/** Maximum number of items whose record time is in memory. */
const MAX_RECENT = 10_000

/** Milliseconds for which a recorded item is not recorded again. */
const RECENT_MS = 60_000

/** Milliseconds until the next attempt to record items that could not be recorded. */
const RETRY_MS = 5_000

export class Failures {
  readonly #services: FailureServices
  readonly #retries = new Map<string, Retry>()
  /** For each recently recorded item, the time of the record on the monotonic clock. */
  readonly #recent = new Map<string, number>()
  #waiting = new Map<string, Failure>()
  #recording: Promise<void> | undefined
  #cancelRetry: (() => void) | undefined
  #isClosed = false

  constructor(services: FailureServices) {
    this.#services = services
  }

  /** Registers the function that retries the items of a reader. */
  onRetry(reader: string, retry: Retry): void {
    this.#retries.set(reader, retry)
  }

  /** Records an item in a transaction. Call {@link logRecorded} with the result after the commit. */
  record(tx: Tx, failure: Failure): Promise<boolean> {
    return recordFailed(tx, failure, this.#services.clock.now())
  }

  /**
   * Logs and counts a recorded item, unless the item was recorded before.
   * @param isNew true if the item was not recorded before
   */
  logRecorded({ reader, item, error }: Failure, isNew: boolean): void {
    if (!isNew) return
    this.#services.count?.(reader)
    this.#services.logger.error({ err: error, reader, item }, 'an item failed and was left out')
  }

  /**
   * Records an item in a later transaction, for readers that have no transaction. Ignores an item that was recorded in
   * the last minute.
   */
  recordSoon(failure: Failure): void {
    const key = keyOf(failure)
    const now = this.#services.clock.monotonic()
    const recordedAt = this.#recent.get(key)
    if (recordedAt !== undefined && now - recordedAt < RECENT_MS) return
    this.#remember(key, now)
    if (this.#waiting.size >= MAX_WAITING) this.#services.count?.(failure.reader)
    else this.#waiting.set(key, failure)
    this.#recording ??= this.#recordAll()
  }

  /**
   * Records an item in its own transaction, even if the item was recorded in the last minute.
   * @throws the error of the store
   */
  async recordNow(failure: Failure): Promise<void> {
    // No event: a failure is not a change of users' data.
    const isNew = await this.#services.store.writeAside((tx) => this.record(tx, failure))
    this.logRecorded(failure, isNew)
  }

  /** Resolves when the waiting items have been recorded, or cannot be recorded now. */
  async settled(): Promise<void> {
    while (this.#recording !== undefined) await this.#recording
  }

  /** Returns a guard for a reader or job. The guard skips and records items that fail. */
  async guard(reader: string): Promise<ItemGuard> {
    const failed = new Set<string>()
    for (let after: ItemName = { reader: '', item: '' }; ; ) {
      const page = await failedItems(this.#services.store, { reader }, after)
      for (const { item } of page) failed.add(item)
      const last = page.at(-1)
      if (page.length < FAILED_PAGE_SIZE || last === undefined) break
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
          await this.recordNow({ reader, item, error })
          return undefined
        }
      },
    }
  }

  /** Retries the items whose retry was requested, at most a page of them. Ends early when `signal` is aborted. */
  async retryAsked(signal: AbortSignal): Promise<void> {
    const items = await itemsToRetry(this.#services.store)
    if (items.length > 0) await this.#services.catchUp?.()
    for (const item of items) {
      if (signal.aborted) return
      const retry = this.#retries.get(item.reader)
      if (retry !== undefined) await this.#retry(item, retry, signal)
    }
  }

  /** Records waiting items and stops. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelRetry?.()
    await this.settled()
  }

  async #retry(item: FailedItem, retry: Retry, signal: AbortSignal): Promise<void> {
    const { store } = this.#services
    try {
      const retried = await retry(item, signal)
      // No event: `apply` appends the events of its changes.
      const isDone = await store.write(async (tx) => {
        // If two processes retry the item, only one of them deletes the item and applies the writes. If the item has
        // failed again since the read, no process does.
        if (!(await resolveFailed(tx, item))) return false
        await retried?.apply?.(tx)
        return true
      })
      this.#recent.delete(keyOf(item))
      if (isDone) retried?.applied?.()
    } catch (error) {
      if (signal.aborted || !isItemFailure(error)) throw error
      const { reader, item: name, detail } = item
      // No event: a failure is not a change of users' data.
      await store.writeAside((tx) => this.record(tx, { reader, item: name, detail, error }))
    }
  }

  async #forget(name: ItemName): Promise<void> {
    this.#recent.delete(keyOf(name))
    // No event: a failure is not a change of users' data.
    await this.#services.store.writeAside((tx) => forgetFailed(tx, name))
  }

  async #recordAll(): Promise<void> {
    // Items that fail in the same turn of the event loop are recorded together.
    await undefined
    while (this.#waiting.size > 0) {
      const failures = this.#waiting
      this.#waiting = new Map()
      try {
        for (const failure of failures.values()) {
          await this.recordNow(failure)
          failures.delete(keyOf(failure))
        }
      } catch (error) {
        this.#services.logger.error(
          { err: error },
          'items that failed could not be recorded; they are recorded again in a few seconds',
        )
        for (const [key, failure] of failures) this.#waiting.set(key, failure)
        this.#later()
        break
      }
    }
    this.#recording = undefined
  }

  #later(): void {
    if (this.#isClosed) return
    this.#cancelRetry?.()
    this.#cancelRetry = this.#services.clock.after(RETRY_MS, () => {
      this.#recording ??= this.#recordAll()
    })
  }

  #remember(key: string, now: number): void {
    this.#recent.delete(key)
    this.#recent.set(key, now)
    if (this.#recent.size <= MAX_RECENT) return
    const [oldest] = this.#recent.keys()
    if (oldest !== undefined) this.#recent.delete(oldest)
  }
}

function keyOf({ reader, item }: ItemName): string {
  return `${reader} ${item}`
}
