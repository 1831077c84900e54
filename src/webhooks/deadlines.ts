/**
 * Deadlines that are nearly all met, each the same time away: they come due in the order in which they were set, so one
 * timer for the first is enough. Setting and clearing a timer for each request cost more than signing it.
 */
import type { Clock } from '../lib/clock.ts'

export class Deadlines {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>
  readonly #ms: number
  /** When each is due, by the clock's monotonic time, in order. */
  readonly #due = new Map<() => void, number>()
  #isWaiting = false

  /** @param ms milliseconds from setting a deadline until it is due */
  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, ms: number) {
    this.#clock = clock
    this.#ms = ms
  }

  /** Calls `missed` once when it is due, never sooner. @param missed another function each time */
  set(missed: () => void): void {
    this.#due.set(missed, this.#clock.monotonic() + this.#ms)
    if (!this.#isWaiting) this.#wait(this.#ms)
  }

  /** Takes a deadline back; nothing happens when it is over. */
  clear(missed: () => void): void {
    this.#due.delete(missed)
  }

  #wait(ms: number): void {
    this.#isWaiting = true
    this.#clock.after(ms, () => {
      this.#isWaiting = false
      this.#look()
    })
  }

  #look(): void {
    const now = this.#clock.monotonic()
    for (const [missed, at] of this.#due) {
      if (at > now) {
        if (!this.#isWaiting) this.#wait(at - now)
        return
      }
      this.#due.delete(missed)
      missed()
    }
  }
}
