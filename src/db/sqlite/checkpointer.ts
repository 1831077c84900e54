/**
 * Copies the write-ahead log into the database file from a thread of its own, because the copy and its sync
 * would hold the event loop for tens of milliseconds.
 */
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../lib/clock.ts'
import { siblingModule } from '../../lib/sibling.ts'
import type { StoreObserver } from '../store.ts'
import type { CheckpointOrder, CheckpointReport } from './checkpoint-worker.ts'

/** Milliseconds between looks at the log. */
export const LOOK_EVERY_MS = 250
/** Milliseconds without a write after which what was erased goes from the log too. */
export const QUIET_MS = 60_000

const PAGE_BYTES = 4_096

/** Pages: 4 MiB and 16 MiB. */
const DEFAULT_BOUNDS = { copyAbove: 1_024, beginAnewAbove: 4_096 } as const

export class Checkpointer {
  readonly #file: string
  readonly #observer: StoreObserver
  readonly #stop: () => void
  readonly #clock: Clock
  readonly #bounds: Pick<CheckpointOrder, 'copyAbove' | 'beginAnewAbove'>
  #worker: Worker | undefined
  #running = false
  /** When the log was last seen to change, on the clock that never jumps, and how it looked then. */
  #changedAt: number
  #seen = ''
  #isOwed = false

  constructor(
    file: string,
    clock: Clock,
    observer: StoreObserver = {},
    bounds: Pick<CheckpointOrder, 'copyAbove' | 'beginAnewAbove'> = DEFAULT_BOUNDS,
  ) {
    this.#file = file
    this.#observer = observer
    this.#clock = clock
    this.#bounds = bounds
    this.#changedAt = clock.monotonic()
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
    const looks = `${log.size} ${log.mtimeMs}`
    const now = this.#clock.monotonic()
    const hasChanged = looks !== this.#seen
    if (hasChanged) {
      this.#seen = looks
      this.#changedAt = now
    }
    // Whatever is due is less than the file, which keeps the length that it once had.
    const mayBeDue = log.size >= this.#bounds.copyAbove * PAGE_BYTES
    if (mayBeDue && (hasChanged || this.#isOwed)) this.#order({ ...this.#bounds, isQuiet: false })
    else if (now - this.#changedAt >= QUIET_MS) {
      this.#changedAt = now
      this.#order({ ...this.#bounds, isQuiet: true })
    }
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
    worker.on('message', ({ pages, emptied, isOwed }: CheckpointReport) => {
      this.#running = false
      this.#isOwed = isOwed
      if (pages !== undefined) this.#observer.checkpoint?.(pages, emptied)
    })
    // Its last words; `exit` follows, and the next look starts another.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      this.#running = false
      this.#worker = undefined
    })
    return worker
  }
}
