/** A time for decisions about expiry; it tolerates a wrong clock. */
import type { Clock } from './clock.ts'

/**
 * If at most this many check intervals lie between two checks, the timer was late. If more lie between them, the clock
 * was set forward.
 */
const LATE_LOOKS = 3

/**
 * The time of day, checked periodically. When the clock is set forward, or the machine has slept, this time stops for
 * `heldMs`. If the clock is corrected before this time continues, no data has expired because of the wrong clock.
 */
export class TrailingTime {
  readonly #clock: Pick<Clock, 'now'>
  readonly #everyMs: number
  readonly #heldMs: number
  #seen: number
  #time: number
  #heldLooks = 0

  /**
   * @param everyMs milliseconds between two checks
   * @param heldMs milliseconds for which the time stops after a step forward
   */
  constructor(clock: Pick<Clock, 'now'>, everyMs: number, heldMs: number) {
    this.#clock = clock
    this.#everyMs = everyMs
    this.#heldMs = heldMs
    this.#seen = clock.now()
    this.#time = this.#seen
  }

  /** Checks the clock; call it every `everyMs`. @returns milliseconds since the Unix epoch, never ahead of the clock */
  look(): number {
    const now = this.#clock.now()
    if (now - this.#seen > LATE_LOOKS * this.#everyMs)
      this.#heldLooks = Math.ceil(this.#heldMs / this.#everyMs)
    else if (this.#heldLooks > 0) this.#heldLooks -= 1
    this.#seen = now
    this.#time = this.#heldLooks > 0 ? Math.min(this.#time, now) : now
    return this.#time
  }
}
