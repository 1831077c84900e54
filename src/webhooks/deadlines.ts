/**
 * Deadlines that are nearly all met, each the same time away: they come due in the order in which they were set, so one
 * timer for the first is enough. Setting and clearing a timer for each request cost more than signing it.
 */

import { Line, type Place } from '../lib/async/line.ts'
import type { Clock } from '../lib/time/clock.ts'

/** Whoever has a deadline. */
export interface Timed {
  /** Called once when it is due, never sooner. */
  missed(): void
}

/** One that was set. */
export type Deadline = Place<{
  readonly timed: Timed
  /** When it is due, by the clock's monotonic time. */
  readonly at: number
}>

export class Deadlines {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>
  readonly #ms: number
  /** In the order in which they are due. */
  readonly #due = new Line<Deadline['value']>()
  #isWaiting = false

  /** @param ms milliseconds from setting a deadline until it is due */
  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, ms: number) {
    this.#clock = clock
    this.#ms = ms
  }

  /** Sets one, to be taken back by {@link clear}. */
  set(timed: Timed): Deadline {
    const deadline = this.#due.add({ timed, at: this.#clock.monotonic() + this.#ms })
    if (!this.#isWaiting) this.#wait(this.#ms)
    return deadline
  }

  /** Takes a deadline back; nothing happens when it is over. */
  clear(deadline: Deadline): void {
    this.#due.remove(deadline)
  }

  #wait(ms: number): void {
    this.#isWaiting = true
    this.#clock.after(ms, () => {
      try {
        this.#look()
      } finally {
        this.#isWaiting = false
        const next = this.#due.first
        if (next !== undefined) this.#wait(Math.max(0, next.value.at - this.#clock.monotonic()))
      }
    })
  }

  /** Whoever sets another meanwhile is waited for afterwards. */
  #look(): void {
    const now = this.#clock.monotonic()
    for (let next = this.#due.first; next !== undefined && next.value.at <= now; next = this.#due.first) {
      this.#due.remove(next)
      next.value.timed.missed()
    }
  }
}
