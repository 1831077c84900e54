/**
 * Receives events that reach this node without a read of the table, for example through a relay. The table remains the
 * complete source. An event that the feed omits or delivers late is read from the table.
 */
import type { Clock } from '../lib/time/clock.ts'
import type { LogEntry } from './event.ts'

/** Receives committed events in order. Repeated events and gaps are allowed. */
export type Offer = (batch: readonly LogEntry[]) => void

export interface LogFeed {
  /** True while the feed is connected and delivers events. */
  readonly isLive: boolean
  /** The real clock of the machine, because other nodes do not follow a clock that a test injects. */
  readonly clock: Clock
  /** Begins to offer events. @returns a function that stops the feed */
  start(offer: Offer): () => void
}

/** Milliseconds that a reader waits for an event of the feed before it reads the table. */
export const PATIENCE_MS = 100

/** Milliseconds for which readers do not wait for the feed after it was late. */
export const LATE_MS = 2_000

/** Maximum events of the feed that wait in memory while the table is read. */
const MAX_HELD = 10_000

/** Receives the events of a feed, checks their order, and decides if readers wait for the feed. */
export class FeedInbox {
  readonly #feed: LogFeed
  #count = 0
  #lateUntil = Number.NEGATIVE_INFINITY
  #waiting: (() => void)[] = []
  #held: LogEntry[] = []

  constructor(feed: LogFeed) {
    this.#feed = feed
  }

  /** True if the feed is live and was not late recently. */
  get isRelied(): boolean {
    return this.#feed.isLive && this.#feed.clock.monotonic() >= this.#lateUntil
  }

  /** Number of accepted events. */
  get count(): number {
    return this.#count
  }

  /**
   * The events of a batch that follow `head` directly.
   * @returns `hasGap` when an event after `head` is missing in the batch
   */
  after(
    head: bigint,
    batch: readonly LogEntry[],
  ): { readonly next: readonly LogEntry[]; readonly hasGap: boolean } {
    const next: LogEntry[] = []
    let last = head
    for (const event of batch) {
      if (event.position <= last) continue
      if (event.position !== last + 1n) {
        this.#markLate()
        return { next, hasGap: true }
      }
      next.push(event)
      last = event.position
      this.#count += 1
    }
    return { next, hasGap: false }
  }

  /**
   * Keeps a batch in memory while the table is read. Beyond {@link MAX_HELD} events, a batch is dropped, and its events
   * are read from the table.
   */
  hold(batch: readonly LogEntry[]): void {
    if (this.#held.length < MAX_HELD) this.#held.push(...batch)
  }

  /** Removes and returns the events that waited during the read. */
  release(): readonly LogEntry[] {
    const held = this.#held
    this.#held = []
    return held
  }

  /** Wakes the callers that wait in {@link reach}. */
  entered(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /**
   * Waits at most {@link PATIENCE_MS} until the feed has delivered the events up to `target`. Returns immediately if
   * the feed is not reliable now.
   */
  async reach(target: bigint, head: () => bigint): Promise<void> {
    if (!this.isRelied) return
    let isOver = false
    const cancel = this.#feed.clock.after(PATIENCE_MS, () => {
      isOver = true
      this.entered()
    })
    while (head() < target && !isOver && this.isRelied) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    cancel()
    if (head() < target) this.#markLate()
  }

  #markLate(): void {
    this.#lateUntil = this.#feed.clock.monotonic() + LATE_MS
  }
}
