/**
 * Caches database values by key. The values are as current as the log (current-log.ts). A missing value is read from
 * the database.
 *
 * Invariants: if an event changes a value during its read, the value is not cached, because each running read collects
 * the invalidated keys. The cache never exceeds its limit in bytes.
 */
import { isItemFailure } from '../db/errors.ts'
import { Batcher } from '../lib/async/batcher.ts'
import type { LoggedEvent } from '../log/event.ts'
import type { CurrentLog, Follower } from './current-log.ts'

/** Describes the values of a cache. */
export interface CacheSpec<Key, Value> {
  /** Reads the values of the given keys, if they exist. */
  read(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>
  /** Upper bound of the memory of a value, in bytes. */
  bytesOf(value: Value): number
  /**
   * Tags, which are further names by which events invalidate a value; none by default. The tags of a value must not
   * change while it is cached.
   */
  tagsOf?(value: Value): readonly Key[]
  /** Keys and tags that an event invalidates; `all` when the event does not name the changed values. */
  changedBy(event: LoggedEvent): readonly Key[] | 'all'
  /**
   * Called with a key whose data cannot be read although the data of other keys can be read. Its value then counts as
   * missing. Without this callback, the caller of the cache gets the error.
   */
  onFailed?(key: Key, error: unknown): void
}

/** Reference to a cache entry. With a reference, other code reads the value without a lookup by key. */
export interface CacheRef<Value> {
  /** The cached value; undefined after eviction or invalidation. */
  readonly value: Value | undefined
  isUsed: boolean
}

interface Entry<Value> extends CacheRef<Value> {
  value: Value | undefined
  bytes: number
  /** True if the entry was read since the last eviction scan. */
  isUsed: boolean
}

/** A running read of the database. */
interface Fill<Key> {
  readonly forgotten: Set<Key>
  isVoid: boolean
}

/** Result of a read: values by key, and the errors of keys whose own data failed. */
interface Read<Key, Value> {
  readonly values: ReadonlyMap<Key, Value>
  readonly errors?: ReadonlyMap<Key, unknown>
}

const NO_TAGS: readonly never[] = Object.freeze([])

/**
 * Maximum keys of a read that several requests share. The number is limited because parsing rows blocks the event loop.
 * A single request may have more keys.
 */
const MAX_KEYS_PER_READ = 200

/** Bytes of an entry in the map, not counting its value. */
const ENTRY_BYTES = 120

export class LogCache<Key, Value> implements Follower {
  readonly #log: CurrentLog
  readonly #spec: CacheSpec<Key, Value>
  readonly #bytesMost: number
  readonly #entries = new Map<Key, Entry<Value>>()
  readonly #tagged = new Map<Key, Set<Key>>()
  readonly #fills = new Set<Fill<Key>>()
  readonly #reads: Batcher<readonly Key[], Read<Key, Value>>
  #bytes = 0
  #hits = 0
  #misses = 0

  /** @param bytesMost maximum bytes of values and entries; `0` disables the cache */
  constructor(log: CurrentLog, spec: CacheSpec<Key, Value>, bytesMost: number) {
    this.#log = log
    this.#spec = spec
    this.#bytesMost = bytesMost
    this.#reads = new Batcher(
      (request) => this.#readAll(request),
      MAX_KEYS_PER_READ,
      (keys) => keys.length,
    )
    log.follow(this)
  }

  /** Number of cached values. */
  get size(): number {
    return this.#entries.size
  }

  /** Upper bound of the memory of all entries, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  /**
   * Values in the order of their keys, as they were at some moment after the last catch-up; undefined for missing
   * values.
   * @param keys at most a few hundred
   * @param failed receives the errors of keys whose own data fails
   */
  async get(keys: readonly Key[], failed?: Map<Key, unknown>): Promise<readonly (Value | undefined)[]> {
    if (this.#log.isStale) await this.#log.freshen()
    let missing = 0
    const found = keys.map((key) => {
      const value = this.#hit(key)
      if (value === undefined) missing += 1
      return value
    })
    this.#hits += keys.length - missing
    this.#misses += missing
    if (missing === 0) return found
    const read = await this.#fill(
      keys.filter((_, index) => found[index] === undefined),
      failed,
    )
    return keys.map((key, index) => found[index] ?? read.get(key))
  }

  /** Like {@link get}, for one key. */
  async first(key: Key): Promise<Value | undefined> {
    if (this.#log.isStale) await this.#log.freshen()
    const value = this.#hit(key)
    if (value !== undefined) {
      this.#hits += 1
      return value
    }
    this.#misses += 1
    return (await this.#fill([key])).get(key)
  }

  /** Reference to the cached value of a key; undefined when it is not cached. */
  refOf(key: Key): CacheRef<Value> | undefined {
    return this.#entries.get(key)
  }

  /** Counts hits outside {@link get}. */
  count(hits: number): void {
    this.#hits += hits
  }

  /** True when {@link freshen} must run before values are read. */
  get isStale(): boolean {
    return this.#log.isStale
  }

  /** Brings the values up to date (current-log.ts). Never throws. */
  freshen(): Promise<void> {
    return this.#log.freshen()
  }

  /**
   * The cached value as it was after the last applied event. The method does not bring the cache up to date, so the
   * caller must verify the value later.
   */
  peek(key: Key): Value | undefined {
    return this.#hit(key)
  }

  /** Adds to the size of a cached value; has no effect after eviction. */
  charge(key: Key, value: Value, bytes: number): void {
    const entry = this.#entries.get(key)
    if (entry?.value !== value) return
    entry.bytes += bytes
    this.#bytes += bytes
    this.#evict()
  }

  apply(event: LoggedEvent): void {
    const changed = this.#spec.changedBy(event)
    if (changed === 'all') this.clear()
    else this.#forgetEach(changed)
  }

  /**
   * The loop uses an index, because an iterator over frozen or mixed lists makes V8 allocate an object for each step.
   */
  #forgetEach(names: readonly Key[]): void {
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at]
      if (name !== undefined) this.#forget(name)
    }
  }

  clear(): void {
    for (const fill of this.#fills) fill.isVoid = true
    for (const entry of this.#entries.values()) entry.value = undefined
    this.#entries.clear()
    this.#tagged.clear()
    this.#bytes = 0
  }

  #hit(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    entry.isUsed = true
    return entry.value
  }

  /** Drops the values of a key or a tag, and marks this name in running reads. @param name a key or a tag */
  #forget(name: Key): void {
    for (const fill of this.#fills) fill.forgotten.add(name)
    this.#drop(name)
    const tagged = this.#tagged.get(name)
    if (tagged !== undefined) for (const key of [...tagged]) this.#drop(key)
  }

  #drop(key: Key): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
    const { value } = entry
    entry.value = undefined
    if (value === undefined) return
    for (const tag of this.#tagsOf(value)) {
      const tagged = this.#tagged.get(tag)
      tagged?.delete(key)
      if (tagged?.size === 0) this.#tagged.delete(tag)
    }
  }

  async #fill(keys: readonly Key[], failed?: Map<Key, unknown>): Promise<ReadonlyMap<Key, Value>> {
    const fill: Fill<Key> = { forgotten: new Set(), isVoid: !this.#log.isCurrent }
    this.#fills.add(fill)
    let read: ReadonlyMap<Key, Value>
    try {
      const { values, errors } = await this.#reads.submit(keys)
      if (errors !== undefined) this.#tellFailed(keys, errors, failed)
      read = values
    } finally {
      this.#fills.delete(fill)
    }
    // The other requests that share this read store the values of their own keys.
    for (const key of keys) {
      const value = read.get(key)
      if (value === undefined || fill.isVoid || this.#isForgotten(fill, key, value)) continue
      this.#keep(key, value)
    }
    return read
  }

  /**
   * Reports the errors of the given keys. The shared read may also have errors of keys of other requests; these errors
   * are ignored here.
   */
  #tellFailed(keys: readonly Key[], errors: ReadonlyMap<Key, unknown>, failed?: Map<Key, unknown>): void {
    for (const key of keys) {
      if (!errors.has(key)) continue
      const error = errors.get(key)
      if (this.#spec.onFailed === undefined && failed === undefined) throw error
      this.#spec.onFailed?.(key, error)
      failed?.set(key, error)
    }
  }

  /** Misses during a running read share the next statement. */
  async #readAll(request: readonly (readonly Key[])[]): Promise<readonly Read<Key, Value>[]> {
    const [first = []] = request
    const read = await this.#readApart(request.length === 1 ? first : [...new Set(request.flat())])
    return request.map(() => read)
  }

  /** Reads keys together. If the data of one key fails, divides the batch in halves to isolate this key. */
  async #readApart(keys: readonly Key[]): Promise<Read<Key, Value>> {
    try {
      return { values: await this.#spec.read(keys) }
    } catch (error) {
      const [key] = keys
      if (key === undefined || !isItemFailure(error)) throw error
      if (keys.length === 1) return { values: new Map(), errors: new Map([[key, error]]) }
      const half = keys.length >> 1
      const one = await this.#readApart(keys.slice(0, half))
      const other = await this.#readApart(keys.slice(half))
      return {
        values: new Map([...one.values, ...other.values]),
        errors: new Map([...(one.errors ?? []), ...(other.errors ?? [])]),
      }
    }
  }

  #isForgotten({ forgotten }: Fill<Key>, key: Key, value: Value): boolean {
    if (forgotten.size === 0) return false
    return forgotten.has(key) || this.#tagsOf(value).some((tag) => forgotten.has(tag))
  }

  #keep(key: Key, value: Value): void {
    const bytes = ENTRY_BYTES + this.#spec.bytesOf(value)
    if (bytes > this.#bytesMost) return
    this.#drop(key)
    this.#entries.set(key, { value, bytes, isUsed: false })
    this.#bytes += bytes
    for (const tag of this.#tagsOf(value)) {
      const tagged = this.#tagged.get(tag)
      if (tagged === undefined) this.#tagged.set(tag, new Set([key]))
      else tagged.add(key)
    }
    this.#evict()
  }

  #evict(): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMost) return
      if (entry.isUsed) {
        // An entry that was used since the last scan moves to the end of the queue.
        this.#entries.delete(oldest)
        this.#entries.set(oldest, entry)
        entry.isUsed = false
      } else this.#drop(oldest)
    }
  }

  #tagsOf(value: Value): readonly Key[] {
    return this.#spec.tagsOf?.(value) ?? NO_TAGS
  }
}
