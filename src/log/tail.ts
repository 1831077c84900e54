/**
 * Reads the log; the only reader of its table.
 *
 *                    notifications: own commits · other nodes · a slow poll
 *                                   │
 *          relay (log/relay) ──╮      │
 *                              ▼      ▼
 *   events table ── pump (one read) ──▶ ring (recent events, decoded once) ──▶ readers pull by position
 *         └──────────── older positions are read from the table ───────────────────▲
 *
 * Events that this process commits directly after the end of the ring enter it without a read; after a gap the table is
 * read. A notification means only that newer events may exist. A lost notification delays events by a poll interval,
 * but loses none. Readers keep their own position and pull. There is no queue for each reader, so a slow reader delays
 * only itself, and the table serves it as long as the log has its events.
 *
 * With a feed (feed.ts), the ring takes the events of other nodes from the feed, and the table is read for late events.
 * An event from the feed enters only directly after the end of the ring, like every other event.
 *
 * Invariant: a reader that asks with the last position it saw gets every later event once, in order. Positions have no
 * gaps, so a missing event is detected here and never skipped. An event that cannot be read is passed on as unreadable.
 */

import { type Cluster, LOG_TOPIC } from '../cluster/cluster.ts'
import { StoreCorrupt, StoreRefused, StoreUnavailable } from '../db/errors.ts'
import type { EventDraft, Store } from '../db/store.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { LogEntry } from './event.ts'
import { FeedInbox, type LogFeed } from './feed.ts'
import { HistoryLost, HistoryWatch } from './history-watch.ts'
import { logHead } from './log-head.ts'
import { findEvent, PositionTooOld, readTable } from './read-table.ts'
import { fromDraft } from './record.ts'

export interface TailOptions {
  /** Signals of other nodes; the tail only polls when left out. */
  readonly cluster?: Pick<Cluster, 'subscribe'>
  /** Number of events in memory; for a short time up to a quarter more. */
  readonly ringEvents?: number
  /** Milliseconds between polls. */
  readonly pollMs?: number
  /** Brings events of other nodes without a read of the table, such as a relay. */
  readonly feed?: LogFeed | undefined
  /** A number that grows when another server becomes the primary; undefined for a database that does not fail over. */
  readonly timeline?: (() => number) | undefined
}

const RING_EVENTS = 65_536

/** The log is polled, because notifications may be lost (decision 0056). */
const POLL_MS = 250
const BATCH = 500

/** The start of a read that brings this process up to date, here called a look. */
interface LookStart {
  /** Milliseconds of the monotonic clock. */
  readonly since: number
  /** Milliseconds since the Unix epoch: the monotonic clock stops while the machine sleeps. */
  readonly at: number
  readonly version: number | undefined
}

export class Tail {
  readonly #store: Store
  readonly #clock: Clock
  readonly #ringEvents: number
  /** Events `#head - #ring.length + 1` to `#head`. */
  #ring: LogEntry[] = []
  #head = 0n
  #waiting: (() => void)[] = []
  readonly #watched = new WeakSet<AbortSignal>()
  #looking: Promise<void> | undefined
  /** The highest position named in a notification. */
  #signalled = 0n
  readonly #inbox: FeedInbox | undefined
  readonly #history: HistoryWatch | undefined
  readonly #lost = Promise.withResolvers<HistoryLost>()
  /** True while the table is read for the ring. Nothing else may enter the ring meanwhile. */
  #isReading = false
  #fromTable = 0
  /** The start of the last look that reached the end of the log. */
  #complete: LookStart
  /** The reason why nothing can be read any more. */
  #end: Error | undefined
  readonly #stops: (() => void)[] = []

  private constructor(store: Store, clock: Clock, options: TailOptions) {
    this.#store = store
    this.#clock = clock
    this.#complete = this.#lookStart()
    this.#ringEvents = options.ringEvents ?? RING_EVENTS
    if (options.feed !== undefined) this.#inbox = new FeedInbox(options.feed)
    if (options.timeline !== undefined) this.#history = new HistoryWatch(store, options.timeline)
  }

  /** Opens a tail at the end of the log; it follows the log until {@link close}. */
  static async open(store: Store, clock: Clock, options: TailOptions = {}): Promise<Tail> {
    const tail = new Tail(store, clock, options)
    tail.#head = (await logHead(store)).head
    if (tail.#head > 0n) tail.#history?.reached(await findEvent(store, tail.#head))
    const onNotification = (position?: bigint) => {
      if (position !== undefined && position > tail.#signalled) tail.#signalled = position
      // The next notification repeats a failed look.
      if (position === undefined || position > tail.#head) tail.catchUp().catch(() => undefined)
    }
    const onSignal = (position?: bigint) => {
      // The feed brings the event; if it does not, the next poll reads it.
      if (position === undefined || tail.#inbox?.isRelied !== true) onNotification(position)
    }
    tail.#stops.push(
      store.onAppend((position, drafts) => {
        if (!tail.#enterOwn(position, drafts)) onNotification(position)
      }),
    )
    const { cluster } = options
    if (cluster !== undefined) tail.#stops.push(cluster.subscribe(LOG_TOPIC, onSignal))
    const { feed } = options
    if (feed !== undefined) tail.#stops.push(feed.start((batch) => tail.#enterFed(batch)))
    tail.#stops.push(clock.every(options.pollMs ?? POLL_MS, onNotification))
    // Reads events that were committed before the listeners were registered.
    onNotification()
    return tail
  }

  /** Resolves when the database has lost events that this process has read. The tail has ended then. */
  get lost(): Promise<HistoryLost> {
    return this.#lost.promise
  }

  /** The last position that this process has read. */
  get head(): bigint {
    return this.#head
  }

  /** The last position that this process has read, or knows of by a signal. */
  get known(): bigint {
    return this.#signalled > this.#head ? this.#signalled : this.#head
  }

  /**
   * The number of times that another server became the primary and had the last event. It may lack later commits, which reads
   * of other tables have seen.
   */
  get history(): number {
    return this.#history?.changes ?? 0
  }

  get ringLength(): number {
    return this.#ring.length
  }

  /** Numbers of events that entered the ring, from the feed and from the table. */
  get sources(): { readonly feed: number; readonly table: number } {
    return { feed: this.#inbox?.count ?? 0, table: this.#fromTable }
  }

  /**
   * Up to `max` events after `position`, in order; empty at the end of the log.
   * @throws {PositionTooOld} when the event after `position` was trimmed
   * @throws {StoreCorrupt} when an event is missing
   * @throws {StoreUnavailable} after {@link close}, or when the database cannot be reached
   */
  async readAfter(position: bigint, max: number): Promise<readonly LogEntry[]> {
    if (this.#end !== undefined) throw this.#end
    if (position >= this.#head) return []
    return this.bufferedAfter(position, max) ?? readTable(this.#store, position, max)
  }

  /**
   * Like {@link readAfter}, from memory only; undefined when memory does not have these events, or the tail has ended.
   */
  bufferedAfter(position: bigint, max: number): readonly LogEntry[] | undefined {
    if (this.#end !== undefined || position >= this.#head) return undefined
    const oldest = this.#head - BigInt(this.#ring.length) + 1n
    if (position + 1n < oldest) return undefined
    const from = Number(position + 1n - oldest)
    return this.#ring.slice(from, from + max)
  }

  /** Resolves when there are events after `position`, when `signal` is aborted, or when the tail has ended. */
  async waitAfter(position: bigint, signal: AbortSignal): Promise<void> {
    this.#watch(signal)
    while (position >= this.#head && !signal.aborted && this.#end === undefined) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Endless batches of events after `position`, until `signal` is aborted. @throws as {@link readAfter} */
  async *follow(position: bigint, signal: AbortSignal, max = BATCH): AsyncGenerator<readonly LogEntry[]> {
    let seen = position
    while (!signal.aborted) {
      const batch = await this.readAfter(seen, max)
      const last = batch.at(-1)
      if (last === undefined) await this.waitAfter(seen, signal)
      else {
        yield batch
        seen = last.position
      }
    }
  }

  /**
   * Milliseconds since the start of the last complete look: the larger result of both clocks. Every event committed
   * before that start has been read.
   */
  get ageMs(): number {
    const { since, at } = this.#complete
    return Math.max(this.#clock.monotonic() - since, Math.abs(this.#clock.now() - at))
  }

  /**
   * True if the engine knows, without a round trip, that other processes have committed since the last complete look.
   */
  get hasForeignCommits(): boolean {
    const { version } = this.#store
    return version !== undefined && version !== this.#complete.version
  }

  /** Waits for the look in progress, or starts one. @throws as {@link readAfter} */
  look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /**
   * Resolves when all events that were committed before the call are in memory. Concurrent calls share a look.
   * @throws as {@link readAfter}
   */
  async catchUp(): Promise<void> {
    // The look in progress may have started before a commit, so this call waits for another one. A failure of the look
    // in progress does not matter here.
    await this.#looking?.catch(() => undefined)
    await this.look()
  }

  /**
   * Resolves when all events up to `position` are in memory; they must have been committed before the call. Uses the
   * look in progress, and another one only if the first did not reach the position.
   * @throws as {@link readAfter}
   */
  async reach(position: bigint): Promise<void> {
    if (position > this.#signalled) this.#signalled = position
    if (position > this.#head) await this.look()
    if (position > this.#head) await this.catchUp()
  }

  /** Stops the tail; later reads and waits are refused. */
  async close(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop()
    this.#finish(new StoreUnavailable('the log is closed'))
    await this.#looking?.catch(() => undefined) // The tail is closed.
  }

  async #lookNow(): Promise<void> {
    const start = this.#lookStart()
    try {
      const target = await this.#verifiedTarget()
      if (target > this.#head) await this.#inbox?.reach(target, () => this.#head)
      if (target > this.#head) await this.#readNew()
      // A notification may name a position that was never committed.
      this.#signalled = this.#head
      this.#complete = start
    } catch (error) {
      // Corruption ends the tail. An unreachable database is read again later.
      if (error instanceof StoreCorrupt || error instanceof StoreRefused) this.#finish(error)
      if (error instanceof HistoryLost) this.#lost.resolve(error)
      throw error
    }
  }

  /** As `#target`, from a primary that has the last event. The read itself may be the first one of another primary. */
  async #verifiedTarget(): Promise<bigint> {
    for (;;) {
      await this.#history?.verify(this.#head)
      const target = await this.#target()
      if (this.#history?.isSuspect !== true) return target
    }
  }

  #lookStart(): LookStart {
    const { version } = this.#store
    return { since: this.#clock.monotonic(), at: this.#clock.now(), version }
  }

  /**
   * The position to reach. Most looks find nothing new, and reading one row shows that. Without a feed, a signal of the
   * engine saves even that read.
   */
  async #target(): Promise<bigint> {
    if (this.#end !== undefined) throw this.#end
    if (this.#signalled > this.#head && this.#inbox?.isRelied !== true) return this.#signalled
    return (await logHead(this.#store)).head
  }

  async #readNew(): Promise<void> {
    this.#isReading = true
    try {
      for (;;) {
        if (this.#end !== undefined) throw this.#end
        const batch = await this.#readBatch()
        if (this.#history?.isSuspect === true) {
          // The batch may be of another history, and so may what the feed has brought.
          await this.#history.verify(this.#head)
          this.#inbox?.release()
          continue
        }
        this.#enter(batch)
        this.#fromTable += batch.length
        if (batch.length < BATCH) return
      }
    } finally {
      this.#isReading = false
      const held = this.#inbox?.release() ?? []
      if (held.length > 0) this.#enterFed(held)
    }
  }

  /** Adds those events of the feed that follow the ring directly. After a gap the table is read. */
  #enterFed(batch: readonly LogEntry[]): void {
    if (this.#end !== undefined || this.#inbox === undefined) return
    if (this.#isReading) {
      this.#inbox.hold(batch)
      return
    }
    if (this.#history?.isSuspect === true) {
      this.catchUp().catch(() => undefined) // Repeated by the next poll.
      return
    }
    const { next, hasGap } = this.#inbox.after(this.#head, batch)
    this.#enter(next)
    this.#inbox.entered()
    if (hasGap) this.catchUp().catch(() => undefined) // Repeated by the next poll.
  }

  /** Reads the next events for the ring. The ring starts again if another process has trimmed beyond it. */
  async #readBatch(): Promise<readonly LogEntry[]> {
    try {
      return await readTable(this.#store, this.#head, BATCH)
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      this.#ring = []
      this.#head = error.oldest - 1n
      this.#history?.reached(undefined)
      this.#wake()
      return readTable(this.#store, this.#head, BATCH)
    }
  }

  /**
   * Adds events that this process has just committed, if they follow the ring directly. @param last position of the
   * last draft
   * @returns true if they were added
   */
  #enterOwn(last: bigint, drafts: readonly EventDraft[]): boolean {
    // A read in progress may return the same events.
    if (this.#isReading || this.#end !== undefined || this.#history?.isSuspect === true) return false
    const first = last - BigInt(drafts.length) + 1n
    if (first !== this.#head + 1n) return false
    this.#enter(drafts.map((draft, index) => fromDraft(first + BigInt(index), draft)))
    return true
  }

  #enter(batch: readonly LogEntry[]): void {
    for (const event of batch) this.#ring.push(event)
    const last = batch.at(-1)
    if (last !== undefined) this.#history?.reached(last)
    this.#head = last?.position ?? this.#head
    // The ring is shortened in large steps, so that it is copied only once for a quarter of its events.
    if (this.#ring.length > this.#ringEvents * 1.25) this.#ring = this.#ring.slice(-this.#ringEvents)
    if (batch.length > 0) this.#wake()
  }

  /**
   * Wakes waiting readers on abort. Each signal has one listener, because a listener for each wait would cost more than
   * the wait.
   */
  #watch(signal: AbortSignal): void {
    if (this.#watched.has(signal)) return
    this.#watched.add(signal)
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  #finish(reason: Error): void {
    this.#end ??= reason
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}
