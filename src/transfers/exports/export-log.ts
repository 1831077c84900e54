/**
 * Remembers the exports that operators started on this node: all running exports, and the exports that ended last.
 */
import type { Clock } from '../../lib/time/clock.ts'

export interface ExportRun {
  readonly name: string
  readonly startedBy: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  endedAt: number | null
  /** Number of rows that were written. */
  rows: number
  /** Number of items that were left out because their data is unreadable. */
  unreadable: number
  state: 'running' | 'complete' | 'failed'
}

/**
 * Maximum number of downloads at the same time; the number is limited because each download reads much of the database.
 */
export const MAX_EXPORTS = 2
const MAX_KEPT = 20

export class ExportLog {
  readonly #clock: Clock
  #runs: ExportRun[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** All exports, newest first. */
  list(): readonly ExportRun[] {
    return this.#runs
  }

  get isFull(): boolean {
    return this.#runs.filter(({ state }) => state === 'running').length >= MAX_EXPORTS
  }

  begin(name: string, startedBy: string): ExportRun {
    const run: ExportRun = {
      ...{ name, startedBy, startedAt: this.#clock.now(), endedAt: null },
      ...{ rows: 0, unreadable: 0, state: 'running' },
    }
    this.#runs = [run, ...this.#runs.filter((one, index) => one.state === 'running' || index < MAX_KEPT - 1)]
    return run
  }

  end(run: ExportRun, state: 'complete' | 'failed'): void {
    run.state = state
    run.endedAt = this.#clock.now()
  }
}
