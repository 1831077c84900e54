/**
 * Writes the messages of a batch of events together. First all connections receive their messages, then each connection
 * writes.
 */
import { ChunkBuffer } from '../http/chunk-run.ts'

/** A moment, measured with both clocks. */
export interface Now {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Milliseconds on the monotonic clock. */
  readonly since: number
}

export interface Flushable {
  /** Writes waiting messages if the client can take them now. */
  flush(now: Now): void
}

export class FlushBatch {
  /** Memory for framing the messages of all connections. */
  readonly workbench: ChunkBuffer = new ChunkBuffer()
  readonly #waiting: Flushable[] = []

  /** Call this method when a connection receives a message and has no other waiting message. */
  add(connection: Flushable): void {
    this.#waiting.push(connection)
  }

  /** Call this method when the connections have received every message of the batch. */
  flush(now: Now): void {
    for (const connection of this.#waiting) connection.flush(now)
    this.#waiting.length = 0
  }
}
