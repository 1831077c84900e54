/** Detects steps of the time of day. */
import type { Clock } from './clock.ts'

/** Milliseconds that the time of day may differ from the monotonic clock between two checks; more is a step. */
const MIN_STEP_MS = 1_000
const LOOK_EVERY_MS = 1_000

export interface ClockStep {
  /** Milliseconds: positive when the clock was set forward or the machine slept, negative when it was set back. */
  readonly byMs: number
  /** Monotonic time of detection. */
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

  /** Compares both clocks; called by a timer every second. */
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

  /** Difference of the time of day from the monotonic clock since the start, in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /** Steps forward since the start. */
  get forward(): number {
    return this.#forward
  }

  /** Steps back since the start. */
  get back(): number {
    return this.#back
  }

  /** The last step and its age in milliseconds; undefined without a step. */
  get latest(): { readonly byMs: number; readonly agoMs: number } | undefined {
    if (this.#latest === undefined) return undefined
    const { byMs, at } = this.#latest
    return { byMs, agoMs: Math.max(0, this.#clock.monotonic() - at) }
  }

  close(): void {
    this.#stop()
  }
}
