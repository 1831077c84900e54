/**
 * Slices of large rate windows: units that a process charges to the shared row in advance, so that most
 * requests need no statement (decision 0056). Every unit is charged before it is granted, so the sum over all
 * processes never exceeds the window.
 */
import {
  type Decision,
  decide,
  isLive,
  type RateWindow,
  type StartedWindow,
} from '../http/rate-limit/window.ts'
import type { Unspent } from './charge-windows.ts'

/**
 * Minimum limit of a window that is charged in slices. Smaller windows are charged for each request, because a slice
 * would withhold too many of their units from other processes.
 */
export const MIN_SLICED_LIMIT = 300

/** A slice has at most 1/20 of the limit of the window, and at most 1/8 of its remaining units. */
const PART_OF_LIMIT = 20
const PART_OF_REST = 8

/** Maximum slices in memory, about 200 bytes each. Without a slice, a window is charged for each request. */
const MAX_SLICES = 100_000

interface Slice {
  /** The row after the slice was charged, which includes the slice. */
  readonly row: StartedWindow
  readonly limit: number
  left: number
  /** True if a request has used the slice since the last call of {@link WindowSlices.takeIdle}. */
  isUsed: boolean
}

export class WindowSlices {
  readonly #slices = new Map<string, Slice>()

  /** Number of slices. */
  get size(): number {
    return this.#slices.size
  }

  /**
   * Grants a request from the slice of its window. Returns undefined when the row must be charged.
   * @param now milliseconds since the Unix epoch
   */
  take(key: string, window: RateWindow, cost: number, now: number): Decision | undefined {
    const slice = this.#slices.get(key)
    // A slice without remaining units stays in memory, because it has the last known row.
    if (slice === undefined || slice.left < cost || slice.limit !== window.limit) return undefined
    if (!isLive(slice.row, now)) {
      this.#slices.delete(key)
      return undefined
    }
    slice.left -= cost
    slice.isUsed = true
    return decide(true, window, { ...slice.row, used: slice.row.used - slice.left }, now)
  }

  /** Units to charge in addition to the units of the request; 0 for windows that are not charged in slices. */
  sizeFor(key: string, { limit }: RateWindow, now: number): number {
    if (limit < MIN_SLICED_LIMIT) return 0
    const slice = this.#slices.get(key)
    if (slice === undefined && this.#slices.size >= MAX_SLICES) return 0
    const used = slice !== undefined && isLive(slice.row, now) ? slice.row.used : 0
    return Math.max(0, Math.floor(Math.min(limit / PART_OF_LIMIT, (limit - used) / PART_OF_REST)))
  }

  /**
   * Stores charged units and the current row.
   * @param left units for later requests
   */
  put(key: string, { limit }: RateWindow, row: StartedWindow, left: number): void {
    if (limit < MIN_SLICED_LIMIT) return
    const previous = this.#slices.get(key)
    const rest = previous !== undefined && previous.row.startedAt === row.startedAt ? previous.left : 0
    this.#slices.delete(key)
    if (this.#slices.size < MAX_SLICES) this.#slices.set(key, { row, limit, left: rest + left, isUsed: true })
  }

  /** Units of a row that this process has charged but not granted. */
  leftOf(key: string, row: StartedWindow): number {
    const slice = this.#slices.get(key)
    return slice?.row.startedAt === row.startedAt ? slice.left : 0
  }

  /**
   * Removes slices that no request has used since the last call.
   * @returns the units to refund
   * @param all true to remove all slices
   */
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
