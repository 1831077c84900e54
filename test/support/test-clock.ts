import type { Clock } from '../../src/lib/time/clock.ts'

interface Timer {
  at: number
  readonly every: number | undefined
  readonly task: () => void
}

/** A clock that stands still until a test moves it; due timers run, in order, inside {@link TestClock.advance}. */
export class TestClock implements Clock {
  #now: number
  /** How far the time of day was stepped from the clock that measures durations. */
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

  /** Moves time forward by `ms` milliseconds, running what falls due on the way. */
  advance(ms: number): void {
    const until = this.monotonic() + ms
    for (;;) {
      const next = this.#next()
      if (next === undefined || next.at > until) break
      this.#now = Math.max(this.#now, next.at + this.#stepped)
      if (next.every === undefined) this.#timers.splice(this.#timers.indexOf(next), 1)
      else next.at += next.every
      next.task()
    }
    this.#now = until + this.#stepped
  }

  /** Moves the time of day alone, as who sets a machine's clock does: no time passes, and no timer runs. */
  step(ms: number): void {
    this.#now += ms
    this.#stepped += ms
  }

  /** Sets the clock to a moment, backwards too, without running timers. */
  set(now: number): void {
    this.#now = now
  }

  /** The timer that falls due first; of several the one that was set first. A long leap runs millions. */
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
