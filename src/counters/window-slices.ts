/**
 * Slices of large rate windows: units that a process has charged to the shared row ahead of the requests that will use them,
 * so that most of its requests ask the database nothing (decisions 0056). Every unit is charged before it is granted, so the sum over
 * all processes never exceeds the window.
 */
import {
  type Decision,
  decide,
  isLive,
  type RateWindow,
  type StartedWindow,
} from '../http/rate-limit/window.ts'
import type { Unspent } from './charge-windows.ts'

/** Smaller windows are charged request by request: other processes would miss what a slice holds. */
export const MIN_SLICED_LIMIT = 300

/** A slice holds at most this part of a window, and at most this part of what was left of it. */
const PART_OF_LIMIT = 20
const PART_OF_REST = 8

/** Slices at a time, about 200 bytes each; further windows are charged request by request. */
const MAX_SLICES = 100_000

interface Slice {
  /** The row as it was when the slice was charged, the whole slice included. */
  readonly row: StartedWindow
  readonly limit: number
  left: number
  /** Whether a request has used it since the last {@link WindowSlices.takeIdle}. */
  isUsed: boolean
}

export class WindowSlices {
  readonly #slices = new Map<string, Slice>()

  /** Slices that are held. */
  get size(): number {
    return this.#slices.size
  }

  /** Grants a request from the slice of its window; undefined when the row must be asked. @param now milliseconds */
  take(key: string, window: RateWindow, cost: number, now: number): Decision | undefined {
    const slice = this.#slices.get(key)
    // A `left` of 0 keeps what is known of the row.
    if (slice === undefined || slice.left < cost || slice.limit !== window.limit) return undefined
    if (!isLive(slice.row, now)) {
      this.#slices.delete(key)
      return undefined
    }
    slice.left -= cost
    slice.isUsed = true
    return decide(true, window, { ...slice.row, used: slice.row.used - slice.left }, now)
  }

  /** Units to charge beside those that are wanted now; 0 where the window is not taken in slices. */
  sizeFor(key: string, { limit }: RateWindow, now: number): number {
    if (limit < MIN_SLICED_LIMIT) return 0
    const slice = this.#slices.get(key)
    if (slice === undefined && this.#slices.size >= MAX_SLICES) return 0
    const used = slice !== undefined && isLive(slice.row, now) ? slice.row.used : 0
    return Math.max(0, Math.floor(Math.min(limit / PART_OF_LIMIT, (limit - used) / PART_OF_REST)))
  }

  /**
   * Notes units that were charged, and how far the row is now.
   * @param left of the charge, for later requests
   */
  put(key: string, { limit }: RateWindow, row: StartedWindow, left: number): void {
    if (limit < MIN_SLICED_LIMIT) return
    const before = this.#slices.get(key)
    const kept = before !== undefined && before.row.startedAt === row.startedAt ? before.left : 0
    this.#slices.delete(key)
    if (this.#slices.size < MAX_SLICES) this.#slices.set(key, { row, limit, left: kept + left, isUsed: true })
  }

  /** Units of a row that this process has charged and not granted yet. */
  leftOf(key: string, row: StartedWindow): number {
    const slice = this.#slices.get(key)
    return slice?.row.startedAt === row.startedAt ? slice.left : 0
  }

  /** Removes slices that no request has used since the last call, for their units to be refunded. @param all of them */
  takeIdle(now: number, all = false): readonly Unspent[] {
    const unspent: Unspent[] = []
    for (const [key, slice] of this.#slices) {
      if (slice.isUsed && !all) {
        slice.isUsed = false
        continue
      }
      this.#slices.delete(key)
      const { startedAt } = slice.row
      if (slice.left > 0 && isLive(slice.row, now)) unspent.push({ key, startedAt, left: slice.left })
    }
    return unspent
  }
}
