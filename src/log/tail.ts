/**
 * Reads the log for this process. All other code of the process reads events through the tail.
 *
 *                    notifications: own commits · other nodes · a slow poll
 *                                   │
 *          relay (log/relay) ──╮      │
 *                              ▼      ▼
 *   events table ── pump (one read) ──▶ ring (recent events, decoded once) ──▶ readers pull by position
 *         └──────────── older positions are read from the table ───────────────────▲
 *
 * Events that this process commits enter the ring without a read, if they follow the last event of the ring directly.
 * After a gap, the table is read. A notification means only that newer events may exist. If a notification is lost,
 * events are delayed by a poll interval, but no event is lost. Readers pull events by position. There is no queue for
 * each reader, so a slow reader delays no other reader.
 *
 * With a feed (feed.ts), the events of other nodes come from the feed, and only late events are read from the table. An
 * event from the feed enters the ring only if the event directly follows the last event.
 *
 * Invariant: a reader that always passes its last position gets every later event once and in order. Positions have no
 * gaps, so a missing event is detected and not skipped. An unreadable event is returned as `unreadable`.
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
  /** Notifications of other nodes. When undefined, the tail only polls. */
  readonly cluster?: Pick<Cluster, 'subscribe'>
  /** Number of events in memory. For a short time, there may be up to a quarter more. */
  readonly ringEvents?: number
  /** Milliseconds between polls. */
  readonly pollMs?: number
  /** Delivers events of other nodes without a read of the table, for example a relay. */
  readonly feed?: LogFeed | undefined
  /** A number that grows when another server becomes the primary; undefined for a database without a standby. */
  readonly timeline?: (() => number) | undefined
}

const RING_EVENTS = 65_536

/** The log is polled, because notifications may be lost (decision 0056). */
const POLL_MS = 250
const BATCH = 500

/** The start time of a look, which is a read of the table up to the end of the log. */
interface LookStart {
  /** Milliseconds of the monotonic clock. */
  readonly since: number
  /** Milliseconds since the Unix epoch; needed because the monotonic clock stops while the machine sleeps. */
  readonly at: number
  readonly version: number | undefined
}

export class Tail {
  readonly #store: Store
  readonly #clock: Clock
  readonly #ringEvents: number
  /** The events from position `#head - #ring.length + 1` to `#head`. */
  #ring: LogEntry[] = []
  #head = 0n
  #waiting: (() => void)[] = []
  readonly #watched = new WeakSet<AbortSignal>()
  #looking: Promise<void> | undefined
  /** The highest position that a notification has named. */
  #signalled = 0n
  readonly #inbox: FeedInbox | undefined
  readonly #history: HistoryWatch | undefined
  readonly #lost = Promise.withResolvers<HistoryLost>()
  /** True while the table is read for the ring. During the read, no other events may enter the ring. */
  #isReading = false
  #fromTable = 0
  /** The start of the last look that reached the end of the log. */
  #complete: LookStart
  /** The reason why the tail has ended; undefined while it can be read. */
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

  /** Opens a tail at the end of the log. The tail follows the log until {@link close} is called. */
  static async open(store: Store, clock: Clock, options: TailOptions = {}): Promise<Tail> {
    const tail = new Tail(store, clock, options)
    tail.#head = (await logHead(store)).head
    if (tail.#head > 0n) tail.#history?.reached(await findEvent(store, tail.#head))
    const onNotification = (position?: bigint) => {
      if (position !== undefined && position > tail.#signalled) tail.#signalled = position
      // After a failure, the next notification starts another look.
      if (position === undefined || position > tail.#head) tail.catchUp().catch(() => undefined)
    }
    const onSignal = (position?: bigint) => {
      // The feed delivers the event, or otherwise the next poll reads it.
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

  /** Resolves when the database has lost events that this process has read. The tail has then ended. */
  get lost(): Promise<HistoryLost> {
    return this.#lost.promise
  }

  /** The last position that this process has read. */
  get head(): bigint {
    return this.#head
  }

  /** The last position that this process has read or that a notification has named. */
  get known(): bigint {
    return this.#signalled > this.#head ? this.#signalled : this.#head
  }

  /**
   * Number of changes of the primary, counting only those after which the new primary had the last event that
   * this process has read. The new primary may still lack later commits that reads of other tables have
   * returned.
   */
  get history(): number {
    return this.#history?.changes ?? 0
  }

  get ringLength(): number {
    return this.#ring.length
  }

  /** Numbers of events that entered the ring from the feed and from the table. */
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

  /** Like {@link readAfter}, but only from memory. Undefined if memory lacks the events or the tail has ended. */
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

  /** Yields batches of events after `position` until `signal` is aborted. @throws the errors of {@link readAfter} */
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
   * Milliseconds since the start of the last complete look, by the clock that shows the larger value. Every event that
   * was committed before that start has been read.
   */
  get ageMs(): number {
    const { since, at } = this.#complete
    return Math.max(this.#clock.monotonic() - since, Math.abs(this.#clock.now() - at))
  }

  /** True if the database shows without a query that other processes have committed since the last complete look. */
  get hasForeignCommits(): boolean {
    const { version } = this.#store
    return version !== undefined && version !== this.#complete.version
  }

  /** Waits for the look in progress, or starts a look. @throws the errors of {@link readAfter} */
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
    // The look in progress may have started before the last commit, so this call waits for another look. An error of
    // the look in progress can be ignored.
    await this.#looking?.catch(() => undefined)
    await this.look()
  }

  /**
   * Resolves when all events up to `position` are in memory. These events must have been committed before the call.
   * Waits for the look in progress, and starts another look only if the first look did not reach the position.
   * @throws as {@link readAfter}
   */
  async reach(position: bigint): Promise<void> {
    if (position > this.#signalled) this.#signalled = position
    if (position > this.#head) await this.look()
    if (position > this.#head) await this.catchUp()
  }

  /** Stops the tail. Later reads throw an error, and waits end. */
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
      // A notification may have named a position that was never committed.
      this.#signalled = this.#head
      this.#complete = start
    } catch (error) {
      // Corruption and lost history end the tail. After other errors, the table is read again later.
      if (error instanceof StoreCorrupt || error instanceof StoreRefused) this.#finish(error)
      if (error instanceof HistoryLost) this.#lost.resolve(error)
      throw error
    }
  }

  /**
   * Like `#target`, but reads from a primary that has the last event. Repeats the read if the primary changes during
   * the read.
   */
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
   * The position up to which a look must read. Most looks find no new event, and a read of one row shows this. Without
   * a feed, `hasForeignCommits` saves even this read.
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
          // The batch and the events of the feed may belong to another history.
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

  /** Adds the events of the feed that directly follow the last event of the ring. After a gap, the table is read. */
  #enterFed(batch: readonly LogEntry[]): void {
    if (this.#end !== undefined || this.#inbox === undefined) return
    if (this.#isReading) {
      this.#inbox.hold(batch)
      return
    }
    if (this.#history?.isSuspect === true) {
      this.catchUp().catch(() => undefined) // The next poll repeats the read.
      return
    }
    const { next, hasGap } = this.#inbox.after(this.#head, batch)
    this.#enter(next)
    this.#inbox.entered()
    if (hasGap) this.catchUp().catch(() => undefined) // The next poll repeats the read.
  }

  /** Reads the next events for the ring. If they were trimmed, the ring starts again at the oldest event. */
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
   * Adds events that this process has just committed, if they directly follow the last event of the ring.
   * @param last position of the last draft
   * @returns true if the events were added
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
    // The ring is shortened in steps of a quarter of its size, because each step copies the ring.
    if (this.#ring.length > this.#ringEvents * 1.25) this.#ring = this.#ring.slice(-this.#ringEvents)
    if (batch.length > 0) this.#wake()
  }

  /**
   * Wakes waiting readers on abort. Each signal has only one listener, because a listener for each wait would be slow.
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
