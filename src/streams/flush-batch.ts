/** Writes the messages of a batch together: all connections take their messages first, then each connection writes. */
import { ChunkBuffer } from '../http/chunk-run.ts'

/** A moment on both clocks. */
export interface Now {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Milliseconds on the monotonic clock. */
  readonly since: number
}

export interface Flushable {
  /** Writes waiting messages if possible now. */
  flush(now: Now): void
}

export class FlushBatch {
  /** Memory for framing the messages of all connections. */
  readonly workbench: ChunkBuffer = new ChunkBuffer()
  readonly #waiting: Flushable[] = []

  /** Call it when a connection takes its first waiting message. */
  add(connection: Flushable): void {
    this.#waiting.push(connection)
  }

  /** Call it when every message of the batch has been taken. */
  flush(now: Now): void {
    for (const connection of this.#waiting) connection.flush(now)
    this.#waiting.length = 0
  }
}
