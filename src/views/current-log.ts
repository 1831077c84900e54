/**
 * Keeps views of the database in memory at most one second old (decision 0056).
 *
 *   signal, or every 250 ms ─▶ tail polls the log ─▶ events ─▶ every follower ─▶ memory
 *
 *   request ─▶ ensureFresh: older than one second? the tail polls first, once for all waiting requests
 *
 * The tail (log/tail.ts) reads the event log. A follower is a view in memory. The age of memory counts from the start
 * of the last poll whose events are all applied. Commits of this process are applied without a poll: before the command
 * returns, or otherwise before memory is next read.
 */
import type { Store } from '../db/store.ts'
import { EVENT_KINDS, type LogEntry, type LoggedEvent } from '../log/event.ts'
import { PositionTooOld } from '../log/read-table.ts'
import type { Tail } from '../log/tail.ts'

/** An in-memory view of the database. The view is cleared when `apply` throws an error; `clear` must not throw. */
export interface Follower {
  /** Applies an event; called once for each event, in order. */
  apply(event: LoggedEvent): void
  /** Removes the whole content, because any part of it may have changed. */
  clear(): void
}

export type FollowedTail = Pick<
  Tail,
  | 'head'
  | 'history'
  | 'reach'
  | 'bufferedAfter'
  | 'readAfter'
  | 'ageMs'
  | 'hasForeignCommits'
  | 'look'
  | 'catchUp'
>

/** Maximum age of memory, in milliseconds. Older memory requires a poll of the log. */
export const MAX_AGE_MS = 1_000

/** Maximum number of events that one read of the log returns. */
const MAX_EVENTS_PER_READ = 500

/** A promise that all callers with fresh memory share. Most requests find fresh memory. */
const ALREADY_FRESH = Promise.resolve()

export class CurrentLog {
  readonly #tail: FollowedTail
  readonly #followers: Follower[] = []
  readonly #stop: () => void
  readonly #onFailure: (event: LogEntry, error: unknown) => void
  /** Position up to which events are applied to memory. */
  #applied: bigint
  /** The last position that this process committed or that the tail has seen. */
  #known: bigint
  #isCurrent = true
  /**
   * The history number of the tail at the time when memory was filled. The number changes when another primary is
   * promoted.
   */
  #history: number
  #turn: Promise<void> | undefined

  /**
   * @param tail the tail of the log. Its events up to the current head count as applied, so the caller must add all
   * followers before it reads memory
   * @param onFailure called with an event that a follower could not apply, after that follower was cleared
   */
  constructor(
    store: Pick<Store, 'onAppend'>,
    tail: FollowedTail,
    onFailure: (event: LogEntry, error: unknown) => void = () => undefined,
  ) {
    this.#tail = tail
    this.#onFailure = onFailure
    this.#applied = tail.head
    this.#known = tail.head
    this.#history = tail.history
    this.#stop = store.onAppend((position) => {
      if (position > this.#known) this.#known = position
    })
  }

  /** Adds a follower; it receives every later event. Each follower may be added only once. */
  follow(follower: Follower): void {
    this.#followers.push(follower)
  }

  /** False after a failed read of the log; caches must then store nothing. */
  get isCurrent(): boolean {
    return this.#isCurrent
  }

  /** True while some events of this process or of the tail are not applied yet. */
  get isBehind(): boolean {
    return this.#known > this.#applied || this.#tail.head > this.#applied
  }

  /** True when {@link freshen} must run before memory is read. */
  get isStale(): boolean {
    return (
      !this.#isCurrent ||
      this.isBehind ||
      this.#tail.ageMs > MAX_AGE_MS ||
      this.#tail.history !== this.#history
    )
  }

  /**
   * Brings memory up to date for a request: memory is then at most {@link MAX_AGE_MS} old, and has every commit of this
   * process. Resolves at the end of the event loop turn, once for all requests of that turn. Never throws.
   */
  ensureFresh(): Promise<void> {
    this.#turn ??= new Promise(setImmediate).then(() => {
      this.#turn = undefined
      return this.#tail.hasForeignCommits ? this.catchUp() : this.freshen()
    })
    return this.#turn
  }

  /** Like {@link ensureFresh}, but resolves immediately when memory is fresh. Never throws. */
  freshen(): Promise<void> {
    if (!this.isStale) return ALREADY_FRESH
    return this.#tail.ageMs > MAX_AGE_MS ? this.#lookFirst() : this.#reachKnown()
  }

  /** Applies every event that any process committed before this call. Never throws. */
  async catchUp(): Promise<void> {
    await this.#lookBy(() => this.#tail.catchUp())
  }

  /**
   * Polls the log, or waits for a running poll. If the running poll began too long ago, also waits for the next poll.
   */
  #lookFirst(): Promise<void> {
    return this.#lookBy(async () => {
      await this.#tail.look()
      if (this.#tail.ageMs > MAX_AGE_MS) await this.#tail.catchUp()
    })
  }

  async #lookBy(look: () => Promise<void>): Promise<void> {
    try {
      await look()
    } catch {
      // The consumer of the log reports this error.
      this.#lose()
      return
    }
    await this.#reachKnown()
  }

  #reachKnown(): Promise<void> {
    const { head } = this.#tail
    return this.reach(head > this.#known ? head : this.#known)
  }

  /** Applies every event up to a committed position. Never throws. */
  async reach(position: bigint): Promise<void> {
    try {
      if (position > this.#tail.head) await this.#tail.reach(position)
      this.#forgetFormerHistory()
      while (this.#applied < position) {
        // Buffered events are applied synchronously, so that the first waiter of a commit applies these events for all
        // waiters.
        this.#apply(this.#tail.bufferedAfter(this.#applied, MAX_EVENTS_PER_READ) ?? (await this.#readNext()))
      }
      this.#isCurrent = true
    } catch {
      // The consumer of the log reports this error.
      this.#lose()
    }
  }

  close(): void {
    this.#stop()
  }

  #apply(events: readonly LogEntry[]): void {
    for (const event of events) {
      // While this call waited, another request may have applied the event.
      if (event.position <= this.#applied) continue
      this.#applyOne(event)
      this.#applied = event.position
    }
  }

  /**
   * Applies an event to the followers. An unreadable event clears all followers, because it may have changed anything.
   * A follower that cannot apply an event is cleared for the same reason.
   */
  #applyOne(event: LogEntry): void {
    if (event.kind === 'unreadable') {
      this.#forgetAll()
      this.#onFailure(event, new Error(event.reason))
      return
    }
    // A repair may have changed rows without writing further events.
    if (EVENT_KINDS[event.kind] === 'repair') this.#forgetAll()
    for (const follower of this.#followers) {
      try {
        follower.apply(event)
      } catch (error) {
        follower.clear()
        this.#onFailure(event, error)
      }
    }
  }

  async #readNext(): Promise<readonly LogEntry[]> {
    try {
      const events = await this.#tail.readAfter(this.#applied, MAX_EVENTS_PER_READ)
      if (events.length === 0) throw new Error('the log ends before its head')
      return events
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      // The next events were trimmed from the log before they were read.
      this.#forgetAll()
      if (this.#applied < error.oldest - 1n) this.#applied = error.oldest - 1n
      return []
    }
  }

  /**
   * Clears memory after another primary was promoted. A cache miss reads its table, and this read may be ahead of the
   * tail. Therefore memory may have rows of commits that the new primary lacks. No event names these rows.
   */
  #forgetFormerHistory(): void {
    const { history } = this.#tail
    if (history === this.#history) return
    this.#history = history
    this.#forgetAll()
  }

  #lose(): void {
    this.#isCurrent = false
    this.#forgetAll()
  }

  #forgetAll(): void {
    for (const follower of this.#followers) follower.clear()
  }
}
