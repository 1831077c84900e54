/**
 * Holds the messages that wait for one client, with limits on their bytes and their age. When a client does not read,
 * its window overflows and the connection is closed. Therefore a slow client takes no more memory than its window.
 */
import type { SplitPiece } from '../http/chunk-run.ts'
import type { Now } from './flush-batch.ts'

/** Maximum bytes that wait for a client. */
export const MAX_WINDOW_BYTES: number = 1024 * 1024

/** Maximum milliseconds that the oldest message may wait. */
export const MAX_WINDOW_AGE_MS = 5_000

/** Number of bytes of one write. */
export const WRITE_BYTES: number = 64 * 1024

export interface OutgoingMessage extends SplitPiece {
  /** The wall-clock time of the event, and the monotonic time at which connections received the message. */
  readonly time: Now
}

/** The list of messages that all empty windows share. The list is never changed. */
const NO_MESSAGES: never[] = []

export class SendWindow {
  #messages: OutgoingMessage[] = NO_MESSAGES
  #bytes = 0

  get isEmpty(): boolean {
    return this.#messages.length === 0
  }

  /** Number of waiting bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** @returns true if the window was empty before */
  push(message: OutgoingMessage): boolean {
    this.#bytes += message.body.length + message.tail.length
    if (this.#messages.length === 0) {
      this.#messages = [message]
      return true
    }
    this.#messages.push(message)
    return false
  }

  /** True if the waiting messages are too large or too old. @param now on the monotonic clock */
  isExceeded(now: number): boolean {
    return this.#bytes > MAX_WINDOW_BYTES || this.isOverdue(now)
  }

  /** True if the oldest message has waited too long. @param now on the monotonic clock */
  isOverdue(now: number): boolean {
    const [first] = this.#messages
    return first !== undefined && now - first.time.since > MAX_WINDOW_AGE_MS
  }

  /** Removes and returns the oldest messages, about {@link WRITE_BYTES} bytes. */
  take(): readonly OutgoingMessage[] {
    if (this.#bytes <= WRITE_BYTES) return this.clear()
    let bytes = 0
    let count = 0
    for (const { body, tail } of this.#messages) {
      if (bytes >= WRITE_BYTES) break
      bytes += body.length + tail.length
      count += 1
    }
    if (count === this.#messages.length) return this.clear()
    this.#bytes -= bytes
    return this.#messages.splice(0, count)
  }

  /** Removes and returns all messages. */
  clear(): readonly OutgoingMessage[] {
    const messages = this.#messages
    this.#messages = NO_MESSAGES
    this.#bytes = 0
    return messages
  }
}
