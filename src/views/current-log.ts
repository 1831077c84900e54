/**
 * The part of the database that is kept in memory, at most a second old (decisions 0056).
 *
 *   signal, or every 250 ms ─▶ tail looks at the log ─▶ events ─▶ every follower ─▶ memory
 *   request ─▶ ensureFresh: older than a second? the tail looks first, once for all requests that wait
 *
 * The age of memory counts from the start of the last look of which every event is applied. Commits of this process are
 * applied without a look, before the verb is answered or at the latest before memory is read.
 */
import type { Store } from '../db/store.ts'
import { EVENT_KINDS, type LogEntry, type LoggedEvent } from '../log/event.ts'
import { PositionTooOld, type Tail } from '../log/tail.ts'

/** Something in memory that was made of the database. It forgets everything when `apply` throws; `forgetAll` may not. */
export interface Follower {
  /** What an event tells of may have changed. Called for every event once, in order. */
  apply(event: LoggedEvent): void
  /** Anything may have changed. */
  clear(): void
}

export type FollowedTail = Pick<
  Tail,
  'head' | 'reach' | 'bufferedAfter' | 'readAfter' | 'ageMs' | 'hasForeignCommits' | 'look' | 'catchUp'
>

/** Memory that is older is not used before the log was looked at. */
export const MAX_AGE_MS = 1_000

/** Events that are read at once. */
const MAX_EVENTS_PER_READ = 500

/** Nothing is to be done: most requests find it so. */
const ALREADY_FRESH = Promise.resolve()

export class CurrentLog {
  readonly #tail: FollowedTail
  readonly #followers: Follower[] = []
  readonly #stop: () => void
  readonly #onFailure: (event: LogEntry, error: unknown) => void
  /** Events up to here are applied. */
  #applied: bigint
  /** The last position of which this process knows. */
  #known: bigint
  #isCurrent = true
  #turn: Promise<void> | undefined

  /**
   * @param tail where it stands now everything is taken for applied: follow before anything is read
   * @param onFailure called with an event that cannot be applied, for which a follower has forgotten everything
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
    this.#stop = store.onAppend((position) => {
      if (position > this.#known) this.#known = position
    })
  }

  /** Tells `follower`, one that it does not tell yet, of every later event. */
  follow(follower: Follower): void {
    this.#followers.push(follower)
  }

  /** Whether the log could be read when it was asked last; while it cannot, nothing may be kept. */
  get isCurrent(): boolean {
    return this.#isCurrent
  }

  /** Whether this process knows of events that are not applied yet. */
  get isBehind(): boolean {
    return this.#known > this.#applied || this.#tail.head > this.#applied
  }

  /** Whether {@link freshen} has something to do before memory may be read. */
  get isStale(): boolean {
    return !this.#isCurrent || this.isBehind || this.#tail.ageMs > MAX_AGE_MS
  }

  /**
   * Makes memory fit to answer a request: at most {@link MAX_AGE_MS} old, with every commit of this process. Never throws.
   * Resolves at the end of the turn, so that all requests that came in it are answered together.
   */
  ensureFresh(): Promise<void> {
    this.#turn ??= new Promise(setImmediate).then(() => {
      this.#turn = undefined
      return this.#tail.hasForeignCommits ? this.catchUp() : this.freshen()
    })
    return this.#turn
  }

  /** As {@link ensureFresh}, at once when nothing is to be done. Never throws. */
  freshen(): Promise<void> {
    if (!this.isStale) return ALREADY_FRESH
    return this.#tail.ageMs > MAX_AGE_MS ? this.#lookFirst() : this.#reachKnown()
  }

  /** Applies every event that was committed before the call, by whatever process. Never throws. */
  async catchUp(): Promise<void> {
    await this.#lookBy(() => this.#tail.catchUp())
  }

  /** The look that is under way may have begun too long ago to help; then the next one is of after the call. */
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
      // As in reach.
      this.#lose()
      return
    }
    await this.#reachKnown()
  }

  #reachKnown(): Promise<void> {
    const { head } = this.#tail
    return this.reach(head > this.#known ? head : this.#known)
  }

  /** Applies every event up to that position, which must have been committed. Never throws. */
  async reach(position: bigint): Promise<void> {
    try {
      if (position > this.#tail.head) await this.#tail.reach(position)
      while (this.#applied < position) {
        // At once where it can be: of all who are answered by one commit the first applies it, the others have nothing to do.
        this.#apply(this.#tail.bufferedAfter(this.#applied, MAX_EVENTS_PER_READ) ?? (await this.#readNext()))
      }
      this.#isCurrent = true
    } catch {
      // Whoever follows the log says what is wrong with it.
      this.#lose()
    }
  }

  close(): void {
    this.#stop()
  }

  #apply(events: readonly LogEntry[]): void {
    for (const event of events) {
      // Another request may have applied it meanwhile.
      if (event.position <= this.#applied) continue
      this.#applyOne(event)
      this.#applied = event.position
    }
  }

  /** An event that cannot be read, or of which a follower cannot tell what it changed, may have changed anything. */
  #applyOne(event: LogEntry): void {
    if (event.kind === 'unreadable') {
      this.#forgetAll()
      this.#onFailure(event, new Error(event.reason))
      return
    }
    // Rows may have been repaired without a word.
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
      // What happened in between nobody knows any more.
      this.#forgetAll()
      if (this.#applied < error.oldest - 1n) this.#applied = error.oldest - 1n
      return []
    }
  }

  #lose(): void {
    this.#isCurrent = false
    this.#forgetAll()
  }

  #forgetAll(): void {
    for (const follower of this.#followers) follower.clear()
  }
}
