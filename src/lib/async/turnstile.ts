/** Lets few through at once, for work that takes a core or much memory: slow hashes of passwords. */

/** Thrown when as many wait as may. */
export class TurnstileFull extends Error {
  override readonly name = 'TurnstileFull'
}

export class Turnstile {
  readonly #atOnce: number
  readonly #waitingMost: number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  /**
   * @param atOnce how many work at the same time, 1 or more
   * @param waitingMost how many may wait for their turn, 0 or more
   */
  constructor(atOnce: number, waitingMost: number) {
    this.#atOnce = atOnce
    this.#waitingMost = waitingMost
  }

  /**
   * Does `work` when it is its turn, in the order of asking.
   * @throws {TurnstileFull} at once, when as many wait as may; and what `work` throws
   */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#inside < this.#atOnce) {
      this.#inside += 1
      return
    }
    if (this.#waiting.length >= this.#waitingMost) throw new TurnstileFull('too many wait already')
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Hands the place to the next one, so that nobody slips in between. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#inside -= 1
    else next()
  }
}
