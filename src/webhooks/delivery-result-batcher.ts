/**
 * Saves the results of deliveries in batches. Rows of neighbouring queues are on the same database pages, so a commit
 * of a hundred results costs little more than a commit of one result.
 *
 * Invariant: the number and age of unsaved results are limited. Therefore the number of deliveries that are repeated
 * after a crash is also limited.
 */
import type { Context } from '../domain/context.ts'
import { type DeliveryResult, saveResults } from '../domain/webhooks/delivery-results.ts'
import { compareQueues } from '../domain/webhooks/queue.ts'
import { type DeliveryLease, whileHeld } from './lease.ts'

/** Maximum milliseconds that a result waits for other results. */
export const MAX_DELAY_MS = 200

/** Maximum results of a batch; a full batch is saved immediately. */
export const MAX_BATCH = 4_096

/**
 * Maximum results of one transaction on SQLite. Such a transaction blocks the event loop for 5 to 8 ms. With half as
 * many results, each result would cost a tenth more.
 */
const MAX_SQLITE_BATCH = 1_024

/** A result, and the lease under which the delivery was sent. */
interface LeasedResult {
  readonly result: DeliveryResult
  readonly lease: DeliveryLease
}

/** Results that are saved together. */
interface ResultBatch {
  readonly results: LeasedResult[]
  readonly saved: Promise<void>
  readonly resolve: (saved: Promise<void>) => void
  readonly cancelTimer: () => void
}

export class DeliveryResultBatcher {
  readonly #context: Pick<Context, 'store' | 'clock'>
  #batch: ResultBatch | undefined
  #isFlushingSoon = false
  /** Resolves when the last batch was saved or has failed. Never rejects. */
  #saving: Promise<unknown> = Promise.resolve()

  constructor(context: Pick<Context, 'store' | 'clock'>) {
    this.#context = context
  }

  /**
   * Adds a result. If the lease is lost before the result is saved, the result is dropped, because another node is
   * then responsible for the delivery.
   * @returns a promise that resolves when the whole batch is in the database
   */
  add(result: DeliveryResult, lease: DeliveryLease): Promise<void> {
    this.#batch ??= this.#newBatch()
    const { results, saved } = this.#batch
    results.push({ result, lease })
    if (results.length >= MAX_BATCH) this.#flush()
    return saved
  }

  /** Saves the waiting results as soon as no further results arrive, without waiting for {@link MAX_DELAY_MS}. */
  flushSoon(): void {
    if (this.#isFlushingSoon || this.#batch === undefined) return
    this.#isFlushingSoon = true
    void this.#flushWhenQuiet()
  }

  async #flushWhenQuiet(): Promise<void> {
    // Results that arrive while a batch is being saved share the next batch.
    await this.#saving
    for (let seen = 0; this.#batch !== undefined && seen !== this.#batch.results.length; ) {
      seen = this.#batch.results.length
      await new Promise(setImmediate)
    }
    this.#isFlushingSoon = false
    this.#flush()
  }

  #newBatch(): ResultBatch {
    const { promise: saved, resolve } = Promise.withResolvers<void>()
    // A failure is reported to the callers of `add`, which await it later.
    saved.catch(() => undefined)
    const cancelTimer = this.#context.clock.after(MAX_DELAY_MS, () => this.#flush())
    return { results: [], saved, resolve, cancelTimer }
  }

  #flush(): void {
    const batch = this.#batch
    if (batch === undefined) return
    this.#batch = undefined
    batch.cancelTimer()
    const saving = this.#save(batch.results)
    // The callers of `add` get this failure.
    this.#saving = saving.catch(() => undefined)
    batch.resolve(saving)
  }

  /** Saves the results sorted by queue, so that only one transaction writes a given database page. */
  async #save(results: readonly LeasedResult[]): Promise<void> {
    const sorted = results.toSorted((a, b) => compareQueues(a.result, b.result))
    const saving: Promise<void>[] = []
    const size = this.#context.store.engine === 'sqlite' ? MAX_SQLITE_BATCH : MAX_BATCH
    for (let from = 0; from < sorted.length; from += size) {
      saving.push(this.#saveTogether(sorted.slice(from, from + size)))
    }
    await Promise.all(saving)
  }

  /**
   * Saves results in one transaction. After a failure, each result gets its own transaction, so that one faulty result
   * does not block the others.
   */
  async #saveTogether(results: readonly LeasedResult[]): Promise<void> {
    try {
      await this.#saveHeld(results)
    } catch (error) {
      if (results.length === 1) throw error
      const attempts = await Promise.allSettled(results.map((result) => this.#saveHeld([result])))
      const failed = attempts.find((attempt) => attempt.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    }
  }

  #saveHeld(results: readonly LeasedResult[]): Promise<void> {
    return saveResults(this.#context, async (tx) =>
      (await whileHeld(tx, results)).map(({ result }) => result),
    )
  }
}
