/**
 * A cache of compressed history. The cache is needed because many clients resume at the same time after a restart of
 * the server.
 */
import type { Clock } from '../../lib/time/clock.ts'

/** Default size in bytes. One hour of a thousand deleted posts per second takes about 100 MB. */
export const HISTORY_BYTES = 128 * 1024 * 1024

/** Milliseconds without use after which an entry is dropped. */
export const UNUSED_MS = 5 * 60_000

/** Milliseconds between checks for unused entries. */
const LOOK_MS = 60_000

/** Approximate memory of an entry in addition to its value. */
const ENTRY_OVERHEAD = 512

interface Entry<Value> {
  readonly value: Promise<Value>
  bytes: number
  usedAt: number
}

/** Values by key. Each value is loaded once for all callers, and the least recently used entry is dropped first. */
export class SharedHistory<Value> {
  readonly #clock: Clock
  readonly #bytesOf: (value: Value) => number
  readonly #max: number
  /** Entries in the order of their last use; the latest entry is last. */
  readonly #entries = new Map<string, Entry<Value>>()
  #bytes = 0
  #cancelLook: (() => void) | undefined

  /**
   * @param bytesOf returns the memory of a value
   * @param max size of the cache in bytes
   */
  constructor(clock: Clock, bytesOf: (value: Value) => number, max = HISTORY_BYTES) {
    this.#clock = clock
    this.#bytesOf = bytesOf
    this.#max = max
  }

  /** Approximate bytes in memory. */
  get bytes(): number {
    return this.#bytes
  }

  /** The value of a key, from the cache or from `load`. A failure is not cached. */
  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const usedAt = this.#clock.monotonic()
    const existing = this.#entries.get(key)
    if (existing !== undefined) {
      existing.usedAt = usedAt
      this.#entries.delete(key)
      this.#entries.set(key, existing)
      return existing.value
    }
    const value = load()
    const entry = { value, bytes: ENTRY_OVERHEAD, usedAt }
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    this.#cancelLook ??= this.#clock.after(LOOK_MS, () => this.#look())
    value.then(
      (loaded) => this.#grow(key, entry, this.#bytesOf(loaded)),
      () => this.#drop(key, entry),
    )
    return value
  }

  clear(): void {
    this.#cancelLook?.()
    this.#cancelLook = undefined
    this.#entries.clear()
    this.#bytes = 0
  }

  #grow(key: string, entry: Entry<Value>, bytes: number): void {
    // The entry may have been dropped during the load.
    if (this.#entries.get(key) !== entry) return
    entry.bytes += bytes
    this.#bytes += bytes
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#max) return
      this.#drop(oldest, old)
    }
  }

  #drop(key: string, entry: Entry<Value>): void {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  #look(): void {
    const before = this.#clock.monotonic() - UNUSED_MS
    for (const [key, entry] of this.#entries) {
      if (entry.usedAt > before) break
      this.#drop(key, entry)
    }
    this.#cancelLook = this.#entries.size === 0 ? undefined : this.#clock.after(LOOK_MS, () => this.#look())
  }
}
