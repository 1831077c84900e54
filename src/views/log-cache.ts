/**
 * Values of the database in memory, by key, at most as old as the log that they follow (current-log.ts). A key that is not
 * in memory is read from the database.
 *
 * Invariants: a value that was read while an event told of it is not kept, because whoever reads notes what is forgotten
 * meanwhile; what is kept never takes more bytes than it may.
 */
import { isItemFailure } from '../db/errors.ts'
import { Batcher } from '../lib/async/batcher.ts'
import type { LoggedEvent } from '../log/event.ts'
import type { CurrentLog, Follower } from './current-log.ts'

/** What a cache must be told of what it holds. */
export interface CacheSpec<Key, Value> {
  /** The values of these keys that there are. */
  read(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>
  /** At most what a value takes in memory, in bytes. */
  bytesOf(value: Value): number
  /**
   * Names under which events tell of a value besides its key; none when left out. They never change while the value is
   * kept.
   */
  tagsOf?(value: Value): readonly Key[]
  /** The keys and tags of what an event may have changed; `all` when it cannot tell. */
  changedBy(event: LoggedEvent): readonly Key[] | 'all'
  /** Called with a key whose own data fails, which is then taken for not there. When left out, whoever asks is given the error. */
  onFailed?(key: Key, error: unknown): void
}

/** Where a value stands while it is kept: whoever holds it finds the value without its key. */
export interface CacheRef<Value> {
  /** Undefined from the moment on at which it is kept no more. */
  readonly value: Value | undefined
  isUsed: boolean
}

interface Entry<Value> extends CacheRef<Value> {
  value: Value | undefined
  bytes: number
  /** Since somebody last looked for what to drop. */
  isUsed: boolean
}

/** A reading of the database that is under way. */
interface Fill<Key> {
  readonly forgotten: Set<Key>
  isVoid: boolean
}

/** What was read of some keys: of those that failed by themselves, why. */
interface Read<Key, Value> {
  readonly values: ReadonlyMap<Key, Value>
  readonly errors?: ReadonlyMap<Key, unknown>
}

const NO_TAGS: readonly never[] = Object.freeze([])

/** Keys that are read at once, where one request does not ask for more: rows are taken apart on the event loop. */
const MAX_KEYS_PER_READ = 200

/** What an entry takes beside its value: the map's own. */
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

  /** @param bytesMost of values and what holds them; `0` keeps nothing */
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

  /** Values that are kept. */
  get size(): number {
    return this.#entries.size
  }

  /** At most what they take. */
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
   * Values as they are at some moment after the log caught up last, each at the place of its key; undefined where there
   * is none.
   * @param keys at most a few hundred
   * @param failed given why, by key, of those whose own data fails
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

  /** As {@link get}, of one key. */
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

  /** Where the value of that key stands, if it is kept. */
  refOf(key: Key): CacheRef<Value> | undefined {
    return this.#entries.get(key)
  }

  /** Counts values that were found without {@link get}. */
  count(hits: number): void {
    this.#hits += hits
  }

  /** Whether {@link freshen} has something to do before values may be read. */
  get isStale(): boolean {
    return this.#log.isStale
  }

  /** Makes the values fit to be read (current-log.ts). Never throws. */
  freshen(): Promise<void> {
    return this.#log.freshen()
  }

  /** A value that is kept, as of what was applied last; for those who make sure of it afterwards. */
  peek(key: Key): Value | undefined {
    return this.#hit(key)
  }

  /** Counts bytes that a value has grown by; nothing happens when it is not kept any more. */
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

  /** By index: where lists are frozen, or hold now texts and now numbers, V8 makes an object for each step through one otherwise. */
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

  /** @param name a key or a tag */
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
    // What was read for others is kept by them.
    for (const key of keys) {
      const value = read.get(key)
      if (value === undefined || fill.isVoid || this.#isForgotten(fill, key, value)) continue
      this.#keep(key, value)
    }
    return read
  }

  /** Of what others asked for in the same statement nobody hears. */
  #tellFailed(keys: readonly Key[], errors: ReadonlyMap<Key, unknown>, failed?: Map<Key, unknown>): void {
    for (const key of keys) {
      if (!errors.has(key)) continue
      const error = errors.get(key)
      if (this.#spec.onFailed === undefined && failed === undefined) throw error
      this.#spec.onFailed?.(key, error)
      failed?.set(key, error)
    }
  }

  /** Requests that miss something while the database is asked share the next statement. */
  async #readAll(request: readonly (readonly Key[])[]): Promise<readonly Read<Key, Value>[]> {
    const [first = []] = request
    const read = await this.#readApart(request.length === 1 ? first : [...new Set(request.flat())])
    return request.map(() => read)
  }

  /** Reads keys together; where that fails by the data of one, in halves, until that one is alone. */
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
        // Who was asked for since the last round gets another one, at the end of the line.
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
