/** A semaphore with a bounded queue, for work that takes a core or much memory, such as password hashes. */

/** Thrown when the queue is full. */
export class SemaphoreFull extends Error {
  override readonly name = 'SemaphoreFull'
}

export class Semaphore {
  readonly #maxConcurrent: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /**
   * @param maxConcurrent tasks that run at the same time, 1 or more
   * @param maxWaiting tasks that may wait, 0 or more
   */
  constructor(maxConcurrent: number, maxWaiting: number) {
    this.#maxConcurrent = maxConcurrent
    this.#maxWaiting = maxWaiting
  }

  /**
   * Runs `work` when a slot is free, in the order of calls.
   * @throws {SemaphoreFull} immediately when the queue is full; and what `work` throws
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#maxConcurrent) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= this.#maxWaiting) throw new SemaphoreFull('the queue is full')
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Hands the slot to the next waiter directly, so that a new caller cannot take it first. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
