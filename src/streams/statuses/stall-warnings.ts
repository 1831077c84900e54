import type { Now } from '../flush-batch.ts'
import { MAX_WINDOW_BYTES } from '../send-window.ts'
import { stallWarning } from './notices.ts'

/**
 * Percentage of the window. When more than this percentage is used, a client that requested warnings gets a warning.
 */
const WARN_PERCENT = 60
/** Milliseconds between two warnings. */
const WARNING_INTERVAL_MS = 300_000

/** The warnings of a connection whose client falls behind (spec/v1-streams-and-lists.md#notices). */
export class StallWarnings {
  readonly #isWanted: boolean
  #last = Number.NEGATIVE_INFINITY

  constructor(isWanted: boolean) {
    this.#isWanted = isWanted
  }

  /** The warning that is due now, as JSON. @param waitingBytes number of bytes that wait for the client */
  due(waitingBytes: number, { since }: Now): string | undefined {
    if (!this.#isWanted || since - this.#last < WARNING_INTERVAL_MS) return undefined
    const percent = Math.min(100, Math.floor((100 * waitingBytes) / MAX_WINDOW_BYTES))
    if (percent <= WARN_PERCENT) return undefined
    this.#last = since
    return stallWarning(percent)
  }
}
