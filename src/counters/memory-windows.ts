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

/** About 200 bytes each. Millions would work too, but then the process pauses for longer to tidy its memory. */
export const DEFAULT_MAXIMUM_WINDOWS = 250_000

/** Windows longer than this many seconds survive a restart; shorter ones are soon over anyway. */
export const LONGEST_FORGOTTEN_SECONDS = 900

/** Ended windows removed for each one that starts: more than one, so that they never pile up. */
const SWEEP_STEP = 4

/** A window as it is kept through a restart: plain data. */
export interface SavedWindow extends StartedWindow {
  key: string
}

export interface MemoryWindowStoreOptions {
  clock: Clock
  /** The most windows held at once, {@link DEFAULT_MAXIMUM_WINDOWS} when left out. */
  maximumWindows?: number
  /**
   * Told after each grant in a window longer than {@link LONGEST_FORGOTTEN_SECONDS}, so that it can be written
   * down before the process may crash. Called while the request waits: it must be quick and must not throw.
   */
  onLongWindowChange?: (window: SavedWindow) => void
}

/**
 * Rate windows of a single process.
 *
 * Memory is bounded. Ended windows are removed, a few at a time, as new ones start; there are no timers. When
 * the store is full of live ones, the window that makes room is, of those less than half used, the one nearest
 * to its end; only when all are at least half used it is the one nearest to its end among all.
 *
 * So nobody gets a spent window back by making many new keys: they push out each other. They would have to
 * fill the whole store with half-used windows first, which costs that many accounts and requests within one
 * window length. The price is that callers with little use may lose count of it under such a flood, which
 * grants them less than half a limit more.
 */
export class MemoryWindowStore implements WindowStore {
  readonly #clock: Clock
  readonly #maximum: number
  readonly #onLongWindowChange: ((window: SavedWindow) => void) | undefined
  readonly #windows = new Map<string, QueuedWindow>()
  /** By length in seconds; there are as many as the configuration has lengths. */
  readonly #queues = new Map<number, WindowQueue>()
  #evictions = 0

  constructor(options: MemoryWindowStoreOptions) {
    this.#clock = options.clock
    this.#maximum = options.maximumWindows ?? DEFAULT_MAXIMUM_WINDOWS
    this.#onLongWindowChange = options.onLongWindowChange
  }

  /** Windows held now, among them ended ones that are not removed yet. */
  get size(): number {
    return this.#windows.size
  }

  /** Live windows given up for lack of room since the store was made. Above 0, the maximum is too small. */
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

  /** The live windows longer than {@link LONGEST_FORGOTTEN_SECONDS}, for {@link MemoryWindowStore.restore}. */
  snapshot(): SavedWindow[] {
    const now = this.#clock.now()
    const live = this.#windows.values().filter((window) => isLive(window, now) && isLong(window))
    return live.map(saved).toArray()
  }

  /**
   * Takes over saved windows, without those that have ended; to be called before the first request. Where a key
   * comes twice the later entry counts, so that a snapshot can be followed by the changes since.
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
    this.#forget(this.#windows.get(key))
    this.#sweep(now)
    if (this.#windows.size >= this.#maximum) this.#evict()
    const window = { key, startedAt, seconds, used, halfUsed: false, previous: undefined, next: undefined }
    this.#windows.set(key, window)
    this.#queue(seconds).append(window)
    return window
  }

  #sweep(now: number): void {
    let budget = SWEEP_STEP
    for (const queue of this.#queues.values()) {
      while (budget > 0 && queue.oldest !== undefined && !isLive(queue.oldest, now)) {
        this.#forget(queue.oldest)
        budget -= 1
      }
    }
  }

  #evict(): void {
    const queues = [...this.#queues.values()]
    const lightlyUsed = nearestToEnd(queues.map((queue) => queue.oldestLightlyUsed))
    this.#forget(lightlyUsed ?? nearestToEnd(queues.map((queue) => queue.oldest)))
    this.#evictions += 1
  }

  #forget(window: QueuedWindow | undefined): void {
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
  return window.seconds > LONGEST_FORGOTTEN_SECONDS
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
