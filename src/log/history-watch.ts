/**
 * Finds out if the database still has the events that a process has read, after another server has become the primary
 * (docs/decisions/0161-lost-history.md). A standby that was promoted may lack the last commits of the former primary, when
 * those waited for no standby.
 */
import { isDeepStrictEqual } from 'node:util'
import { StoreRefused } from '../db/errors.ts'
import type { Reader } from '../db/store.ts'
import type { LogEntry } from './event.ts'
import { logHead } from './log-head.ts'
import { findEvent } from './read-table.ts'

/** Thrown when the database has lost events that this process has read. Its memory is of a history that is gone. */
export class HistoryLost extends StoreRefused {}

export class HistoryWatch {
  readonly #store: Pick<Reader, 'first' | 'rows'>
  readonly #timeline: () => number
  /** The timeline that has the last event. */
  #verified: number
  #changes = 0
  /** The event at the last position; undefined before the first one, and after it was trimmed. */
  #last: LogEntry | undefined

  /** @param timeline a number that grows when another server becomes the primary, before that server answers anything */
  constructor(store: Pick<Reader, 'first' | 'rows'>, timeline: () => number) {
    this.#store = store
    this.#timeline = timeline
    this.#verified = timeline()
  }

  /** The number of other primaries that had the last event. */
  get changes(): number {
    return this.#changes
  }

  /** True until {@link verify} has compared the last event with the present primary. Nothing may follow it meanwhile. */
  get isSuspect(): boolean {
    return this.#timeline() !== this.#verified
  }

  /** Records the last event, which is of the verified timeline. */
  reached(last: LogEntry | undefined): void {
    this.#last = last
  }

  /**
   * Compares the last event with the database, if the primary is another one.
   * @param position that of the last event
   * @throws {HistoryLost} when the database ends before it, or has another event there
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
