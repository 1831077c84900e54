/**
 * After another server has become the primary, checks that the database still has the events that this process has read
 * (docs/decisions/0161-lost-history.md). With asynchronous replication, a promoted standby may lack the last commits of
 * the former primary.
 */
import { isDeepStrictEqual } from 'node:util'
import { StoreRefused } from '../db/errors.ts'
import type { Reader } from '../db/store.ts'
import type { LogEntry } from './event.ts'
import { logHead } from './log-head.ts'
import { findEvent } from './read-table.ts'

/**
 * Thrown when the database has lost events that this process has read. The data in the memory of this process is then
 * wrong.
 */
export class HistoryLost extends StoreRefused {}

export class HistoryWatch {
  readonly #store: Pick<Reader, 'first' | 'rows'>
  readonly #timeline: () => number
  /** The timeline on which the last event was found. */
  #verified: number
  #changes = 0
  /** The last event; undefined before the first event, and when the last event was trimmed. */
  #last: LogEntry | undefined

  /**
   * @param timeline a number that grows when another server becomes the primary, before that server responds to the
   *   first query
   */
  constructor(store: Pick<Reader, 'first' | 'rows'>, timeline: () => number) {
    this.#store = store
    this.#timeline = timeline
    this.#verified = timeline()
  }

  /** Number of changes of the primary after which the new primary had the last event. */
  get changes(): number {
    return this.#changes
  }

  /**
   * True from a change of the primary until {@link verify} has compared the last event. Until then, no event may be
   * added after the last event.
   */
  get isSuspect(): boolean {
    return this.#timeline() !== this.#verified
  }

  /** Sets the last event, which was read on the verified timeline. */
  reached(last: LogEntry | undefined): void {
    this.#last = last
  }

  /**
   * Compares the last event with the database, if the primary has changed.
   * @param position position of the last event
   * @throws {HistoryLost} when the log in the database ends before the position, or has a different event there
   */
  async verify(position: bigint): Promise<void> {
    const timeline = this.#timeline()
    if (timeline === this.#verified) return
    const { head, trimmed } = await logHead(this.#store)
    if (head < position) {
      throw new HistoryLost(
        `the database has lost events: it ends at position ${head}, and this process has read position ${position}; a standby that lacked them was promoted`,
      )
    }
    const found = position > trimmed ? await findEvent(this.#store, position) : undefined
    if (found !== undefined && this.#last !== undefined && !isDeepStrictEqual(found, this.#last)) {
      throw new HistoryLost(
        `the database has lost events: its event at position ${position} is another than this process has read; a standby that lacked them was promoted`,
      )
    }
    this.#verified = timeline
    this.#changes += 1
  }
}
