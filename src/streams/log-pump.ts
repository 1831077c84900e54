/**
 * Reads the log for all connections of one kind of stream. The pump passes on each batch once, in the order of the log.
 *
 * Invariant: no event is skipped without a notice. If events were trimmed before they were read, every connection is
 * closed with `gap`. If the log can never be read again, every connection is closed with `failure`. After any other
 * failure, the pump repeats the read.
 */
import { isStoreFailure, StoreCorrupt } from '../db/errors.ts'
import type { Logger } from '../lib/log.ts'
import { type Clock, sleep } from '../lib/time/clock.ts'
import type { LogEntry } from '../log/event.ts'
import { PositionTooOld } from '../log/read-table.ts'
import type { Tail } from '../log/tail.ts'

/** The part of the log that streams use. */
export type StreamLog = Pick<Tail, 'head' | 'readAfter' | 'follow' | 'catchUp'>

export interface PumpOptions {
  readonly log: StreamLog
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  /** The text to log when the log can never be read again. */
  readonly failureMessage: string
  /** Maximum events of a batch; when undefined, the default of {@link Tail.follow}. */
  readonly batchSize?: number | undefined
}

export interface PumpTarget {
  /** Handles the next events of the log. A connection that joins between two calls misses no event. */
  handle(batch: readonly LogEntry[]): Promise<void> | void
  /** Called when events were trimmed before they were read, or when the log can never be read again. */
  lost(reason: 'gap' | 'failure'): void
}

/** Milliseconds between two attempts to read an unreachable log. */
const RETRY_DELAY_MS = 500

export class LogPump {
  readonly #options: PumpOptions
  readonly #target: PumpTarget
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  readonly #waiting = new Set<() => void>()
  #position: bigint
  /** True if the last read failed. */
  #isStuck = false
  #failure: Error | undefined

  /** Starts at the current head of the log. */
  constructor(options: PumpOptions, target: PumpTarget) {
    this.#options = options
    this.#target = target
    this.#position = options.log.head
    this.#running = this.#run()
  }

  /** Position up to which every event has been handled. */
  get position(): bigint {
    return this.#position
  }

  /** The reason why no further event will be handled; undefined while events are handled. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /**
   * Waits until every event up to `position` has been handled. The position must not be after the head of the log.
   * @returns false when the log cannot be read now, or when the pump stops before that
   */
  async reach(position: bigint): Promise<boolean> {
    while (this.#position < position && !this.#isStuck && !this.#stopping.signal.aborted) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
    return this.#position >= position
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { log, batchSize } = this.#options
    const { signal } = this.#stopping
    while (!signal.aborted && this.#failure === undefined) {
      try {
        for await (const batch of log.follow(this.#position, signal, batchSize)) {
          const handling = this.#target.handle(batch)
          if (handling !== undefined) await handling
          this.#position = batch.at(-1)?.position ?? this.#position
          this.#isStuck = false
          this.#wake()
        }
      } catch (error) {
        this.#isStuck = true
        this.#wake()
        await this.#recover(error)
      }
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  async #recover(error: unknown): Promise<void> {
    const { clock, logger, failureMessage } = this.#options
    if (error instanceof PositionTooOld) {
      this.#target.lost('gap')
      this.#position = error.oldest - 1n
    } else if (isStoreFailure(error) && !(error instanceof StoreCorrupt)) {
      await sleep(clock, RETRY_DELAY_MS, this.#stopping.signal)
    } else {
      this.#failure = error instanceof Error ? error : new Error(String(error))
      logger.error({ err: error }, failureMessage)
      this.#target.lost('failure')
    }
  }
}
