/** What comes together is written together: connections are given all posts that are there, then each is sent its own. */
import { Workbench } from '../../http/chunk-run.ts'

/** One moment, on both clocks. */
export interface Now {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** On the clock that never jumps, in milliseconds. */
  readonly since: number
}

export interface Flushable {
  /** Sends what waits, if it can be sent now. */
  flush(now: Now): void
}

export class Round {
  /** Where messages of all connections are put together. */
  readonly workbench: Workbench = new Workbench()
  readonly #waiting: Flushable[] = []

  /** Something waits for a connection for which nothing did. */
  add(connection: Flushable): void {
    this.#waiting.push(connection)
  }

  /** All posts that were there have been given. */
  end(now: Now): void {
    for (const connection of this.#waiting) connection.flush(now)
    this.#waiting.length = 0
  }
}
