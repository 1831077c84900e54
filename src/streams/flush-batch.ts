/** Messages of one batch are written together: connections take all of them first, then each writes its own. */
import { ChunkBuffer } from '../http/chunk-run.ts'

/** One moment, on both clocks. */
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
  /** Memory in which the messages of all connections are framed. */
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
