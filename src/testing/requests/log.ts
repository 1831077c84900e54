/**
 * The request log of test mode: the newest entries in memory, bounded by number and bytes. It exists only while test
 * controls are on.
 */
import { bytesOf, type LogEntry } from '../../request-log/entry.ts'

export const MAX_ENTRIES = 20_000

/** Estimated bytes of all entries. */
export const MAX_LOG_BYTES: number = 64 * 2 ** 20

interface Stored {
  readonly entry: LogEntry
  readonly bytes: number
}

/** Receives entries: when a response begins, and again when a stream ends. */
export type OnEntry = (entry: LogEntry) => void

export interface LogBounds {
  readonly entries: number
  readonly bytes: number
}

export class RequestLog {
  readonly #bounds: LogBounds
  readonly #followers = new Set<OnEntry>()
  /** By id, in the order of their responses. */
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

  /** Estimated bytes of memory. */
  get bytes(): number {
    return this.#bytes
  }

  /** Entries that were removed to make room. */
  get dropped(): number {
    return this.#dropped
  }

  /** The id of the next entry, taken when its request begins. */
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

  /** Hands an entry to the followers, again when a stream has ended. */
  emit(entry: LogEntry): void {
    for (const follower of this.#followers) follower(entry)
  }

  /** The entries in the order of their responses; unchanged by later calls. */
  entries(): readonly LogEntry[] {
    return [...this.#stored.values()].map(({ entry }) => entry)
  }

  /** @returns the function that ends it */
  follow(onEntry: OnEntry): () => void {
    this.#followers.add(onEntry)
    return () => this.#followers.delete(onEntry)
  }

  /** Removes all entries. Ids continue. */
  clear(): void {
    this.#stored.clear()
    this.#bytes = 0
  }
}
