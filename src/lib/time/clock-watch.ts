/** Watches whether the time of day goes on as time passes, or is set. */
import type { Clock } from './clock.ts'

/** Milliseconds by which the time of day may leave the time that passes between two looks: more is a step. */
const MIN_STEP_MS = 1_000
const LOOK_EVERY_MS = 1_000

export interface ClockStep {
  /** Milliseconds: above 0 when the clock was set forward, or the machine has slept; below when it was set back. */
  readonly byMs: number
  /** When it was noticed, on the clock that never jumps. */
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

  /** Compares both clocks now; a timer does it every second. */
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

  /** How far the time of day has left the time that passed since the start, in milliseconds. */
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

  /** The last step, and how many milliseconds have passed since; undefined when there was none. */
  get latest(): { readonly byMs: number; readonly agoMs: number } | undefined {
    if (this.#latest === undefined) return undefined
    const { byMs, at } = this.#latest
    return { byMs, agoMs: Math.max(0, this.#clock.monotonic() - at) }
  }

  close(): void {
    this.#stop()
  }
}
