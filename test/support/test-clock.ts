import type { Clock } from '../../src/lib/time/clock.ts'

interface Timer {
  at: number
  readonly every: number | undefined
  readonly task: () => void
}

/** Milliseconds of a long move, and the minimum period of timers during it. */
const LONG_MS = 60_000
const LONG_PERIOD_MS = 1_000

/** A clock that tests move. Due timers run in order inside {@link TestClock.advance}. */
export class TestClock implements Clock {
  #now: number
  /** The difference between the time of day and the monotonic clock. */
  #stepped = 0
  #timers: Timer[] = []

  constructor(now = Date.UTC(2020, 7, 12)) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#now - this.#stepped
  }

  after(ms: number, task: () => void): () => void {
    return this.#add({ at: this.monotonic() + ms, every: undefined, task })
  }

  every(ms: number, task: () => void): () => void {
    return this.#add({ at: this.monotonic() + ms, every: ms, task })
  }

  /**
   * Moves time forward by `ms` milliseconds, running due timers. In a move of a minute or more, timers with shorter
   * periods run once a second: nothing else runs meanwhile, so they would find the same state 50 times.
   */
  advance(ms: number): void {
    const until = this.monotonic() + ms
    const shortest = ms >= LONG_MS ? LONG_PERIOD_MS : 0
    for (;;) {
      const next = this.#next()
      if (next === undefined || next.at > until) break
      this.#now = Math.max(this.#now, next.at + this.#stepped)
      if (next.every === undefined) this.#timers.splice(this.#timers.indexOf(next), 1)
      else next.at += Math.max(next.every, shortest)
      next.task()
    }
    this.#now = until + this.#stepped
  }

  /** Moves only the time of day, as setting the clock of a machine does. No timer runs. */
  step(ms: number): void {
    this.#now += ms
    this.#stepped += ms
  }

  /** Sets the clock, even backwards, without running timers. */
  set(now: number): void {
    this.#now = now
  }

  /**
   * The next due timer. Of timers with equal times, the timer that was registered first. The method must be
   * fast, because a long move runs millions of timers.
   */
  #next(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers) if (next === undefined || timer.at < next.at) next = timer
    return next
  }

  #add(timer: Timer): () => void {
    this.#timers.push(timer)
    return () => {
      const index = this.#timers.indexOf(timer)
      if (index >= 0) this.#timers.splice(index, 1)
    }
  }
}
