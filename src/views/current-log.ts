/**
 * What is kept in memory of the database, never older than the log.
 *
 *   request ─▶ catchUp: head of the log ─▶ behind it? read the events between, tell every follower ─▶ memory is current
 *
 * A change and its event are committed together, so whoever asks for the head first and applies what lies before it
 * knows every change that was committed before the question, by whatever process. Requests that ask at the same time
 * share the question. What this process itself commits is known without asking, and while it is the only one that
 * appends there is nothing else to ask for.
 */
import type { Store } from '../db/store.ts'
import { Turnstile } from '../lib/async/turnstile.ts'
import { EVENT_KINDS, type LogEntry, type LoggedEvent } from '../log/event.ts'
import { logHead } from '../log/log-head.ts'
import { PositionTooOld, type Tail } from '../log/tail.ts'

/** Something in memory that was made of the database. It forgets everything when `apply` throws; `forgetAll` may not. */
export interface Follower {
  /** What an event tells of may have changed. Called for every event once, in order. */
  apply(event: LoggedEvent): void
  /** Anything may have changed. */
  forgetAll(): void
}

export type FollowedTail = Pick<Tail, 'head' | 'reach' | 'heldAfter' | 'readAfter'>

/** Events that are read at once. */
const BATCH = 500

/** Nothing is to be done: most requests find it so. */
const CAUGHT_UP = Promise.resolve()

/** Questions for the head that are on their way at a time. */
const ASKED_AT_ONCE = 2

export class CurrentLog {
  readonly #store: Pick<Store, 'first' | 'term'>
  readonly #tail: FollowedTail
  readonly #followers: Follower[] = []
  readonly #stop: () => void
  readonly #onFailure: (event: LogEntry, error: unknown) => void
  /** Events up to here are applied. */
  #applied: bigint
  /** The last position of which this process knows. */
  #known: bigint
  #isCurrent = true
  /** The term in which the head was asked for last. */
  #askedIn: number | undefined
  #gathering: Promise<bigint> | undefined
  #turn: Promise<void> | undefined
  readonly #turnstile = new Turnstile(ASKED_AT_ONCE, 1)

  /**
   * @param tail where it stands now everything is taken for applied: follow before anything is read
   * @param onFailure called with an event that cannot be applied, for which a follower has forgotten everything
   */
  constructor(
    store: Pick<Store, 'first' | 'onAppend' | 'term'>,
    tail: FollowedTail,
    onFailure: (event: LogEntry, error: unknown) => void = () => undefined,
  ) {
    this.#store = store
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

  /**
   * Applies every event that was committed before the call, by whatever process. Never throws. At the end of the turn, where
   * all who ask in it are answered together (decisions 0030).
   */
  catchUp(): Promise<void> {
    this.#turn ??= new Promise(setImmediate).then(() => {
      this.#turn = undefined
      const { term } = this.#store
      // Whatever others have appended was there when it was asked; since then only this process has.
      return term !== undefined && term === this.#askedIn ? this.catchUpToKnown() : this.#catchUpToHead(term)
    })
    return this.#turn
  }

  async #catchUpToHead(term: number | undefined): Promise<void> {
    let head: bigint
    try {
      head = await this.#head()
    } catch {
      // As in reach.
      this.#lose()
      return
    }
    await this.reach(head)
    if (this.#isCurrent) this.#askedIn = term
  }

  /** Applies what this process knows of: its own commits, and what doorbells brought. Never throws. */
  catchUpToKnown(): Promise<void> {
    if (this.#isCurrent && !this.isBehind) return CAUGHT_UP
    const { head } = this.#tail
    return this.reach(head > this.#known ? head : this.#known)
  }

  /** Applies every event up to that position, which must have been committed. Never throws. */
  async reach(position: bigint): Promise<void> {
    try {
      if (position > this.#tail.head) await this.#tail.reach(position)
      while (this.#applied < position) {
        // At once where it can be: of all who are answered by one commit the first applies it, the others have nothing to do.
        this.#apply(this.#tail.heldAfter(this.#applied, BATCH) ?? (await this.#readNext()))
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

  /** The head at some moment after the call. While as many questions are on their way as may be, who comes shares the next. */
  #head(): Promise<bigint> {
    this.#gathering ??= this.#turnstile.pass(async () => {
      // Whoever asks from here on asks anew.
      this.#gathering = undefined
      return (await logHead(this.#store)).head
    })
    return this.#gathering
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
        follower.forgetAll()
        this.#onFailure(event, error)
      }
    }
  }

  async #readNext(): Promise<readonly LogEntry[]> {
    try {
      const events = await this.#tail.readAfter(this.#applied, BATCH)
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
    for (const follower of this.#followers) follower.forgetAll()
  }
}
