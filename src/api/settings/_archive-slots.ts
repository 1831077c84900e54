/**
 * Limits the concurrent downloads of archives in this process. A download reads much data, and lasts as long as the
 * client takes to receive it.
 */
import type { Clock } from '../../lib/time/clock.ts'

const MAX_AT_ONCE = 2

/** Maximum milliseconds of a download, so that a slow client cannot keep a slot forever. */
export const MAX_DOWNLOAD_MS = 2 * 3_600_000

export interface ArchiveSlot {
  /** Aborted when the download has taken too long. */
  readonly over: AbortSignal
  /** Frees the slot; further calls do nothing. */
  free(): void
}

export class ArchiveSlots {
  readonly #clock: Pick<Clock, 'after'>
  /** Ids of the members with a running download. */
  readonly #taken = new Set<bigint>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Takes a slot for a member. @returns undefined when no slot is free, or when the member already has a slot */
  take(userId: bigint): ArchiveSlot | undefined {
    if (this.#taken.size >= MAX_AT_ONCE || this.#taken.has(userId)) return undefined
    this.#taken.add(userId)
    const over = new AbortController()
    const cancel = this.#clock.after(MAX_DOWNLOAD_MS, () => over.abort())
    let isFree = false
    return {
      over: over.signal,
      free: () => {
        if (isFree) return
        isFree = true
        cancel()
        this.#taken.delete(userId)
      },
    }
  }
}
