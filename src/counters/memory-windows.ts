import {
  type Decision,
  decide,
  decidePeek,
  isLive,
  type RateWindow,
  type StartedWindow,
  type WindowQuery,
  type WindowStore,
  windowStart,
} from '../http/rate-limit/window.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type QueuedWindow, WindowQueue } from './window-queue.ts'

/**
 * Default maximum of windows in memory. A window takes about 200 bytes. Millions of windows are possible, with longer
 * pauses for garbage collection.
 */
export const DEFAULT_MAXIMUM_WINDOWS = 250_000

/** Windows longer than this many seconds survive a restart. Shorter windows end soon. */
export const MAX_UNSAVED_SECONDS = 900

/**
 * Maximum ended windows that are removed when a window starts. The maximum is above one, so that ended windows do not
 * accumulate.
 */
const MAX_REMOVED_PER_START = 4

/** The fields of a window that survive a restart. */
export interface SavedWindow extends StartedWindow {
  key: string
}

export interface MemoryWindowStoreOptions {
  clock: Clock
  /** Maximum windows in memory; default: {@link DEFAULT_MAXIMUM_WINDOWS}. */
  maximumWindows?: number
  /**
   * Called after each grant in a window longer than {@link MAX_UNSAVED_SECONDS}, so that the window can be saved. The
   * request waits for the callback, which must be fast and must not throw.
   */
  onLongWindowChange?: (window: SavedWindow) => void
}

/**
 * Rate windows of a single process.
 *
 * Memory is bounded. Ended windows are removed when new windows start, up to four at a time; there are no timers. A
 * store full of live windows evicts, among the windows that are less than half used, the window that ends first. If all
 * windows are at least half used, the store evicts the window that ends first.
 *
 * A caller therefore cannot reset a spent window by creating many keys, because windows of new keys evict
 * each other. To evict a spent window, an attacker must fill the whole store with half-used windows. For
 * this, the attacker needs as many keys as the store has windows, and must spend half of the limit of each
 * within one window length. In such a flood, a window that is less than half used may be evicted. The caller
 * of such a window regains less than half of its limit.
 */
export class MemoryWindowStore implements WindowStore {
  readonly #clock: Clock
  readonly #maximum: number
  readonly #onLongWindowChange: ((window: SavedWindow) => void) | undefined
  readonly #windows = new Map<string, QueuedWindow>()
  /** Windows by their length in seconds; the configuration has few lengths. */
  readonly #queues = new Map<number, WindowQueue>()
  #evictions = 0

  constructor(options: MemoryWindowStoreOptions) {
    this.#clock = options.clock
    this.#maximum = options.maximumWindows ?? DEFAULT_MAXIMUM_WINDOWS
    this.#onLongWindowChange = options.onLongWindowChange
  }

  /** Windows in memory, including ended windows that are not removed yet. */
  get size(): number {
    return this.#windows.size
  }

  /** Live windows evicted since the start. Above 0, the maximum is too small. */
  get evictions(): number {
    return this.#evictions
  }

  take(key: string, window: RateWindow, cost = 1): Decision {
    const now = this.#clock.now()
    const started = this.#live(key, now)
    const allowed = (started?.used ?? 0) + cost <= window.limit
    const counted = allowed ? this.#grant(key, window, cost, started, now) : started
    if (counted !== undefined) counted.halfUsed ||= counted.used * 2 >= window.limit
    return decide(allowed, window, counted, now)
  }

  peek(key: string, window: RateWindow): Decision {
    return decidePeek(window, this.#windows.get(key), this.#clock.now())
  }

  peekAll(queries: readonly WindowQuery[]): Decision[] {
    return queries.map(({ key, window }) => this.peek(key, window))
  }

  /** The live windows longer than {@link MAX_UNSAVED_SECONDS}, for {@link MemoryWindowStore.restore}. */
  snapshot(): SavedWindow[] {
    const now = this.#clock.now()
    const live = this.#windows.values().filter((window) => isLive(window, now) && isLong(window))
    return live.map(saved).toArray()
  }

  /**
   * Restores saved windows that have not ended. Call this method before the first request. If a key occurs several
   * times, its last entry counts, so later changes may follow a snapshot in `windows`.
   */
  restore(windows: Iterable<SavedWindow>): void {
    const now = this.#clock.now()
    const byKey = new Map<string, SavedWindow>()
    for (const window of windows) byKey.set(window.key, window)
    const inOrder = [...byKey.values()].sort((a, b) => a.startedAt - b.startedAt)
    for (const window of inOrder) {
      if (isLive(window, now)) this.#start(window, now)
    }
  }

  close(): void {
    this.#windows.clear()
    this.#queues.clear()
  }

  #live(key: string, now: number): QueuedWindow | undefined {
    const window = this.#windows.get(key)
    return window !== undefined && isLive(window, now) ? window : undefined
  }

  #grant(
    key: string,
    window: RateWindow,
    cost: number,
    started: QueuedWindow | undefined,
    now: number,
  ): QueuedWindow {
    const fresh = { key, startedAt: windowStart(now), seconds: window.seconds, used: 0 }
    const granted = started ?? this.#start(fresh, now)
    granted.used += cost
    if (isLong(granted)) this.#onLongWindowChange?.(saved(granted))
    return granted
  }

  #start({ key, startedAt, seconds, used }: SavedWindow, now: number): QueuedWindow {
    this.#remove(this.#windows.get(key))
    this.#removeEnded(now)
    if (this.#windows.size >= this.#maximum) this.#evict()
    const window = { key, startedAt, seconds, used, halfUsed: false, previous: undefined, next: undefined }
    this.#windows.set(key, window)
    this.#queue(seconds).append(window)
    return window
  }

  #removeEnded(now: number): void {
    let budget = MAX_REMOVED_PER_START
    for (const queue of this.#queues.values()) {
      while (budget > 0 && queue.oldest !== undefined && !isLive(queue.oldest, now)) {
        this.#remove(queue.oldest)
        budget -= 1
      }
    }
  }

  #evict(): void {
    const queues = [...this.#queues.values()]
    const lightlyUsed = nearestToEnd(queues.map((queue) => queue.oldestLightlyUsed))
    this.#remove(lightlyUsed ?? nearestToEnd(queues.map((queue) => queue.oldest)))
    this.#evictions += 1
  }

  #remove(window: QueuedWindow | undefined): void {
    if (window === undefined) return
    this.#windows.delete(window.key)
    this.#queue(window.seconds).remove(window)
  }

  #queue(seconds: number): WindowQueue {
    let queue = this.#queues.get(seconds)
    if (queue === undefined) {
      queue = new WindowQueue()
      this.#queues.set(seconds, queue)
    }
    return queue
  }
}

function isLong(window: StartedWindow): boolean {
  return window.seconds > MAX_UNSAVED_SECONDS
}

function saved({ key, startedAt, seconds, used }: QueuedWindow): SavedWindow {
  return { key, startedAt, seconds, used }
}

function nearestToEnd(windows: readonly (QueuedWindow | undefined)[]): QueuedWindow | undefined {
  const end = (window: QueuedWindow) => window.startedAt + window.seconds * 1000
  let nearest: QueuedWindow | undefined
  for (const window of windows) {
    if (window !== undefined && (nearest === undefined || end(window) < end(nearest))) nearest = window
  }
  return nearest
}
