/**
 * Stores the request log of test mode in memory: the newest entries, up to a maximum number and size. A server
 * without test controls has no request log.
 */
import { bytesOf, type LogEntry } from '../../request-log/entry.ts'

export const MAX_ENTRIES = 20_000

/** Maximum size of the log, in estimated bytes. */
export const MAX_LOG_BYTES: number = 64 * 2 ** 20

interface Stored {
  readonly entry: LogEntry
  readonly bytes: number
}

/** Called with each new entry, and again with the entry of a stream when the stream ends. */
export type OnEntry = (entry: LogEntry) => void

export interface LogBounds {
  readonly entries: number
  readonly bytes: number
}

export class RequestLog {
  readonly #bounds: LogBounds
  readonly #followers = new Set<OnEntry>()
  /** Entries by id, in the order of their responses. */
  readonly #stored = new Map<number, Stored>()
  #bytes = 0
  #dropped = 0
  #lastId = 0

  constructor(bounds: LogBounds = { entries: MAX_ENTRIES, bytes: MAX_LOG_BYTES }) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#stored.size
  }

  /** Used memory, in estimated bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Number of entries that the limits have removed. */
  get dropped(): number {
    return this.#dropped
  }

  /** Returns an id for the entry of a request that begins. */
  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  add(entry: LogEntry): void {
    const bytes = bytesOf(entry)
    this.#stored.set(entry.id, { entry, bytes })
    this.#bytes += bytes
    for (const [id, { bytes }] of this.#stored) {
      if (this.size <= this.#bounds.entries && this.#bytes <= this.#bounds.bytes) break
      this.#stored.delete(id)
      this.#bytes -= bytes
      this.#dropped += 1
    }
    this.emit(entry)
  }

  /** Sends an entry to all followers. The method is called a second time when the stream of the entry has ended. */
  emit(entry: LogEntry): void {
    for (const follower of this.#followers) follower(entry)
  }

  /** A copy of all entries, in the order of their responses. */
  entries(): readonly LogEntry[] {
    return [...this.#stored.values()].map(({ entry }) => entry)
  }

  /** Calls `onEntry` for further entries. @returns a function that stops the calls */
  follow(onEntry: OnEntry): () => void {
    this.#followers.add(onEntry)
    return () => this.#followers.delete(onEntry)
  }

  /** Removes all entries. The ids of removed entries are not used again. */
  clear(): void {
    this.#stored.clear()
    this.#bytes = 0
  }
}
