/** Detects steps of the time of day, for example when someone sets the clock. */
import type { Clock } from './clock.ts'

/**
 * Minimum milliseconds of a step. A step is the difference between the time of day and the monotonic clock since the
 * last check.
 */
const MIN_STEP_MS = 1_000
const LOOK_EVERY_MS = 1_000

export interface ClockStep {
  /**
   * Milliseconds of the step: positive when the clock was set forward or the machine slept, negative when the clock was
   * set back.
   */
  readonly byMs: number
  /** Monotonic time at which the step was detected. */
  readonly at: number
}

export class ClockWatch {
  readonly #clock: Clock
  readonly #onStep: (step: ClockStep) => void
  readonly #stop: () => void
  #seen: { readonly now: number; readonly passed: number }
  #offsetMs = 0
  #forward = 0
  #back = 0
  #latest: ClockStep | undefined

  constructor(clock: Clock, onStep: (step: ClockStep) => void = () => undefined) {
    this.#clock = clock
    this.#onStep = onStep
    this.#seen = { now: clock.now(), passed: clock.monotonic() }
    this.#stop = clock.every(LOOK_EVERY_MS, () => this.look())
  }

  /** Compares the two clocks. A timer calls this method every second. */
  look(): void {
    const now = this.#clock.now()
    const passed = this.#clock.monotonic()
    const byMs = now - this.#seen.now - Math.max(0, passed - this.#seen.passed)
    this.#seen = { now, passed }
    this.#offsetMs += byMs
    if (Math.abs(byMs) < MIN_STEP_MS) return
    if (byMs > 0) this.#forward += 1
    else this.#back += 1
    this.#latest = { byMs, at: passed }
    this.#onStep(this.#latest)
  }

  /** Milliseconds by which the time of day has moved relative to the monotonic clock since the start. */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /** Number of steps forward since the start. */
  get forward(): number {
    return this.#forward
  }

  /** Number of steps back since the start. */
  get back(): number {
    return this.#back
  }

  /** The last step and its age in milliseconds; undefined if there was no step. */
  get latest(): { readonly byMs: number; readonly agoMs: number } | undefined {
    if (this.#latest === undefined) return undefined
    const { byMs, at } = this.#latest
    return { byMs, agoMs: Math.max(0, this.#clock.monotonic() - at) }
  }

  close(): void {
    this.#stop()
  }
}
