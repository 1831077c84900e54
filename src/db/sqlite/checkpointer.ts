/**
 * Copies the write-ahead log into the database file on a separate thread, because the copy and the sync would block the
 * event loop for tens of milliseconds.
 */
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { siblingModule } from '../../lib/package/sibling.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StoreLogger, StoreObserver } from '../store.ts'
import type { CheckpointOrder, CheckpointReport } from './checkpoint-worker.ts'

/** Milliseconds between checks of the log. */
export const LOOK_EVERY_MS = 250
/** Milliseconds after which the log is truncated, even under load, to erase deleted data (INVARIANTS.md 8). */
export const CUT_EVERY_MS = 60_000

/** Milliseconds to wait after a reader prevented the restart of the log, because each attempt blocks writers. */
const RETRY_MS = 2_000

const PAGE_BYTES = 4_096

/** Numbers of pages; 1,024 pages are 4 MiB. */
const DEFAULT_BOUNDS = { copyAbove: 1_024, beginAnewAbove: 1_024 } as const

export class Checkpointer {
  readonly #file: string
  readonly #logger: StoreLogger
  readonly #observer: StoreObserver
  readonly #stop: () => void
  readonly #clock: Clock
  readonly #bounds: Pick<CheckpointOrder, 'copyAbove' | 'beginAnewAbove'>
  #worker: Worker | undefined
  #running = false
  /** Size and modification time of the log at the last check. */
  #seen = ''
  /** Monotonic time of the last truncation. */
  #cutAt: number
  #isOwed = false
  #notBefore = Number.NEGATIVE_INFINITY
  /** Reason of the last failure. A failure with the same reason is not logged again. */
  #failure: string | undefined

  constructor(
    file: string,
    clock: Clock,
    logger: StoreLogger,
    observer: StoreObserver = {},
    bounds: Pick<CheckpointOrder, 'copyAbove' | 'beginAnewAbove'> = DEFAULT_BOUNDS,
  ) {
    this.#file = file
    this.#logger = logger
    this.#observer = observer
    this.#clock = clock
    this.#bounds = bounds
    this.#cutAt = clock.monotonic()
    this.#stop = clock.every(LOOK_EVERY_MS, () => this.#look())
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#worker?.terminate()
  }

  #look(): void {
    if (this.#running) return
    const log = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })
    if (log === undefined || log.size === 0) return
    const now = this.#clock.monotonic()
    if (now < this.#notBefore) return
    const looks = `${log.size} ${log.mtimeMs}`
    const hasChanged = looks !== this.#seen
    this.#seen = looks
    const cuts = now - this.#cutAt >= CUT_EVERY_MS
    // The size is only a first check. The log file keeps its maximum length, so it may have fewer pages to copy than
    // its size suggests.
    const mayBeDue = log.size >= this.#bounds.copyAbove * PAGE_BYTES && (hasChanged || this.#isOwed)
    if (cuts || mayBeDue) this.#order({ ...this.#bounds, cuts })
  }

  #order(order: CheckpointOrder): void {
    this.#running = true
    this.#worker ??= this.#start()
    this.#worker.postMessage(order)
  }

  #start(): Worker {
    const worker = new Worker(siblingModule(import.meta.url, 'checkpoint-worker'), {
      workerData: { file: this.#file },
    })
    worker.unref()
    worker.on('message', ({ pages, emptied, isCut, isOwed, failure }: CheckpointReport) => {
      this.#running = false
      this.#isOwed = isOwed
      const now = this.#clock.monotonic()
      if (isCut) this.#cutAt = now
      if (isOwed) this.#notBefore = now + RETRY_MS
      this.#note(failure)
      if (pages !== undefined) this.#observer.checkpoint?.(pages, emptied)
    })
    // After this event, `exit` follows, and the next check starts another thread.
    worker.on('error', (error) => this.#note(String(error)))
    worker.on('exit', () => {
      this.#running = false
      this.#worker = undefined
    })
    return worker
  }

  #note(failure: string | undefined): void {
    if (failure !== undefined && failure !== this.#failure) {
      this.#logger.warn({ reason: failure }, 'the write-ahead log could not be copied; it is tried again')
    }
    this.#failure = failure
  }
}
