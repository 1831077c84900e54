/**
 * What was read and compressed of the log, kept in memory for those who come soon after: consumers resume in crowds,
 * when a server they all read has been started again.
 */
import type { Clock } from '../../lib/time/clock.ts'

/** Bytes that are kept: an hour in which a thousand posts are deleted every second has a hundred million. */
export const HISTORY_BYTES = 128 * 1024 * 1024

/** Milliseconds for which something is kept that nobody asks for. */
export const HISTORY_KEPT_MS = 5 * 60_000

/** Milliseconds between looks for such. */
const LOOK_MS = 60_000

/** What an entry takes in memory besides what is in it, about. */
const ENTRY_OVERHEAD = 512

interface Entry<Value> {
  readonly value: Promise<Value>
  bytes: number
  usedAt: number
}

/** Values by key, each loaded once for all who ask. What was asked for longest ago goes first. */
export class SharedHistory<Value> {
  readonly #clock: Clock
  readonly #bytesOf: (value: Value) => number
  readonly #most: number
  /** The one asked for last comes last. */
  readonly #entries = new Map<string, Entry<Value>>()
  #bytes = 0
  #cancelLook: (() => void) | undefined

  /** @param bytesOf what a value takes in memory */
  constructor(clock: Clock, bytesOf: (value: Value) => number, most = HISTORY_BYTES) {
    this.#clock = clock
    this.#bytesOf = bytesOf
    this.#most = most
  }

  /** Bytes in memory now, about. */
  get bytes(): number {
    return this.#bytes
  }

  /** What is kept under a key, or what `load` gives; a failure is not kept. */
  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const usedAt = this.#clock.monotonic()
    const known = this.#entries.get(key)
    if (known !== undefined) {
      known.usedAt = usedAt
      this.#entries.delete(key)
      this.#entries.set(key, known)
      return known.value
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
    // It may have gone meanwhile.
    if (this.#entries.get(key) !== entry) return
    entry.bytes += bytes
    this.#bytes += bytes
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#most) return
      this.#drop(oldest, old)
    }
  }

  #drop(key: string, entry: Entry<Value>): void {
    if (this.#entries.get(key) !== entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  #look(): void {
    const before = this.#clock.monotonic() - HISTORY_KEPT_MS
    for (const [key, entry] of this.#entries) {
      if (entry.usedAt > before) break
      this.#drop(key, entry)
    }
    this.#cancelLook = this.#entries.size === 0 ? undefined : this.#clock.after(LOOK_MS, () => this.#look())
  }
}
