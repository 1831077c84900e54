/** Downloads of archives that run at once in this process: each reads much, and lasts as long as its reader takes. */
import type { Clock } from '../../lib/time/clock.ts'

const MAX_AT_ONCE = 2

/** Milliseconds that a download may last: a slow reader must not keep a slot for good. */
export const MAX_DOWNLOAD_MS = 2 * 3_600_000

export interface ArchiveSlot {
  /** Aborted when the download has lasted too long. */
  readonly over: AbortSignal
  /** Frees the slot; may be called twice. */
  free(): void
}

export class ArchiveSlots {
  readonly #clock: Pick<Clock, 'after'>
  /** Members with a download. */
  readonly #taken = new Set<bigint>()

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Takes a slot for a member. @returns undefined when all are taken, or the member has one */
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
