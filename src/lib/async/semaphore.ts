/**
 * A semaphore with a queue of limited length, for work that uses a whole core or much memory, such as password hashes.
 */

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
   * @param maxConcurrent maximum number of tasks that run at the same time, 1 or more
   * @param maxWaiting maximum number of tasks that wait, 0 or more
   */
  constructor(maxConcurrent: number, maxWaiting: number) {
    this.#maxConcurrent = maxConcurrent
    this.#maxWaiting = maxWaiting
  }

  /**
   * Runs `work` when a slot is free. Tasks run in the order of the calls.
   * @throws {SemaphoreFull} immediately when the queue is full
   * @throws the errors of `work`
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

  /** Passes the slot directly to the next waiting task, so that a new task cannot take the slot first. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
