/** Limits on open connections: so many for each key in this process, or one over all processes. */

/** Locks of which there is one over all processes, by name. */
export interface ExclusiveLeases {
  /**
   * @param onLost called when another process has taken the lease over
   * @returns false when another process has it
   */
  take(name: string, onLost: () => void): Promise<boolean>
  /** Gives a lease back; harmless when it is not held. */
  give(name: string): void
}

export class Admission {
  readonly #maxPerKey: number
  readonly #leases: ExclusiveLeases | undefined
  readonly #used = new Map<string, number>()

  /**
   * @param maxPerKey connections of one key at a time
   * @param leases makes each key exclusive over all processes; undefined to count in this process alone
   */
  constructor(maxPerKey: number, leases?: ExclusiveLeases | undefined) {
    this.#maxPerKey = maxPerKey
    this.#leases = leases
  }

  /** Reserves a connection of `key`; undefined when all are in use. */
  reserve(key: string): Reservation | undefined {
    const used = this.#used.get(key) ?? 0
    if (used >= this.#maxPerKey) return undefined
    this.#used.set(key, used + 1)
    return new Reservation(key, this.#leases, () => this.#free(key))
  }

  #free(key: string): void {
    const left = (this.#used.get(key) ?? 1) - 1
    if (left > 0) this.#used.set(key, left)
    else this.#used.delete(key)
  }
}

/** One connection of a key, from the moment at which it is reserved until it is released. */
export class Reservation {
  readonly #key: string
  readonly #leases: ExclusiveLeases | undefined
  readonly #free: () => void
  #isReleased = false
  #isLost = false
  #onLost: (() => void) | undefined

  constructor(key: string, leases: ExclusiveLeases | undefined, free: () => void) {
    this.#key = key
    this.#leases = leases
    this.#free = free
  }

  /** Takes the lease of the key, where there are leases. @returns false when another process has it */
  async claim(): Promise<boolean> {
    const lose = () => {
      this.#isLost = true
      this.#onLost?.()
    }
    return (await this.#leases?.take(this.#key, lose)) ?? true
  }

  /** Calls `task` when another process takes the lease over; at once if that has happened. */
  onLost(task: () => void): void {
    this.#onLost = task
    if (this.#isLost) task()
  }

  /** Frees the connection; harmless when repeated. */
  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#leases?.give(this.#key)
    this.#free()
  }
}
