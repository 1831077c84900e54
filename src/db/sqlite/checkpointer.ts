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
/** Bytes of log that are worth copying. */
const COPY_ABOVE = 4 * 1024 * 1024
/** Bytes of log above which the writer is made to wait a moment, so that the log can begin anew. */
const EMPTY_ABOVE = 64 * 1024 * 1024

export class Checkpointer {
  readonly #file: string
  readonly #observer: StoreObserver
  readonly #stop: () => void
  #worker: Worker | undefined
  #running = false

  constructor(file: string, clock: Clock, observer: StoreObserver = {}, emptyAbove = EMPTY_ABOVE) {
    this.#file = file
    this.#observer = observer
    this.#stop = clock.every(LOOK_EVERY_MS, () => {
      const bytes = sizeOf(`${file}-wal`)
      if (!this.#running && bytes >= COPY_ABOVE) this.#order({ empty: bytes >= emptyAbove })
    })
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#worker?.terminate()
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
    worker.on('message', ({ pages, emptied }: CheckpointReport) => {
      this.#running = false
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

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
