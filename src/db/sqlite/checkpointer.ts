/**
 * Copies the write-ahead log into the database file from a thread of its own, because the copy and its sync
 * would hold the event loop for tens of milliseconds.
 */
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../lib/clock.ts'
import { siblingModule } from '../../lib/sibling.ts'

const LOOK_EVERY_MS = 250
/** Bytes of log that are worth copying. */
const COPY_ABOVE = 4 * 1024 * 1024
/** Bytes of log above which the writer is made to wait once, so that the log can begin anew. */
const RESTART_ABOVE = 64 * 1024 * 1024

export class Checkpointer {
  readonly #worker: Worker
  readonly #stop: () => void
  #running = false

  constructor(file: string, clock: Clock) {
    this.#worker = new Worker(siblingModule(import.meta.url, 'checkpoint-worker'), { workerData: { file } })
    this.#worker.unref()
    this.#worker.on('message', () => {
      this.#running = false
    })
    this.#worker.on('error', () => {
      this.#running = false
    })
    this.#stop = clock.every(LOOK_EVERY_MS, () => {
      const bytes = sizeOf(`${file}-wal`)
      if (this.#running || bytes < COPY_ABOVE) return
      this.#running = true
      this.#worker.postMessage(bytes > RESTART_ABOVE ? 'restart' : 'passive')
    })
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#worker.terminate()
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
