import type { Clock } from '../../src/lib/clock.ts'

/** A clock that stands still until a test moves it; due timers run, in order, inside {@link TestClock.advance}. */
export class TestClock implements Clock {
  #now: number
  #timers: { at: number; every: number | undefined; task: () => void }[] = []

  constructor(now = Date.UTC(2020, 7, 12)) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#now
  }

  after(ms: number, task: () => void): () => void {
    return this.#add({ at: this.#now + ms, every: undefined, task })
  }

  every(ms: number, task: () => void): () => void {
    return this.#add({ at: this.#now + ms, every: ms, task })
  }

  /** Moves time forward by `ms` milliseconds, running what falls due on the way. */
  advance(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#now = Math.max(this.#now, next.at)
      if (next.every === undefined) this.#timers.splice(this.#timers.indexOf(next), 1)
      else next.at += next.every
      next.task()
    }
    this.#now = until
  }

  /** Sets the clock to a moment, backwards too, without running timers. */
  set(now: number): void {
    this.#now = now
  }

  #add(timer: { at: number; every: number | undefined; task: () => void }): () => void {
    this.#timers.push(timer)
    return () => {
      const index = this.#timers.indexOf(timer)
      if (index >= 0) this.#timers.splice(index, 1)
    }
  }
}
