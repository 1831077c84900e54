/** Limits on open connections: a number for each key in this process, or one connection over all processes. */

/** Locks over all processes, by name. */
export interface ExclusiveLeases {
  /**
   * @param onLost called when another process has taken the lease over
   * @returns false when another process has it
   */
  take(name: string, onLost: () => void): Promise<boolean>
  /** Releases a lease; harmless when it is not held. */
  give(name: string): void
}

export interface LeaseHolder {
  /** Another process has taken the lease over. */
  leaseLost(): void
}

/** Shared by the reservations of an {@link Admission}. */
interface Owner {
  readonly leases: ExclusiveLeases | undefined
  free(key: string): void
}

export class Admission {
  readonly #maxPerKey: number
  readonly #used = new Map<string, number>()
  readonly #owner: Owner

  /**
   * @param maxPerKey connections of one key at a time
   * @param leases makes each key exclusive over all processes; undefined to count in this process alone
   */
  constructor(maxPerKey: number, leases?: ExclusiveLeases | undefined) {
    this.#maxPerKey = maxPerKey
    this.#owner = { leases, free: (key) => this.#free(key) }
  }

  /** Reserves a connection of `key`; undefined when all are in use. */
  reserve(key: string): Reservation | undefined {
    const used = this.#used.get(key) ?? 0
    if (used >= this.#maxPerKey) return undefined
    this.#used.set(key, used + 1)
    return new Reservation(key, this.#owner)
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
  /** Undefined once it is released. */
  #owner: Owner | undefined
  #isLost = false
  #holder: LeaseHolder | undefined

  constructor(key: string, owner: Owner) {
    this.#key = key
    this.#owner = owner
  }

  /** Takes the lease of the key, where there are leases. @returns false when another process has it */
  async claim(): Promise<boolean> {
    const leases = this.#owner?.leases
    if (leases === undefined) return true
    return leases.take(this.#key, () => {
      this.#isLost = true
      this.#holder?.leaseLost()
    })
  }

  /** Calls `holder` when another process takes the lease over; at once if that has happened. */
  watch(holder: LeaseHolder): void {
    this.#holder = holder
    if (this.#isLost) holder.leaseLost()
  }

  /** Frees the connection; harmless when repeated. */
  release(): void {
    const owner = this.#owner
    this.#owner = undefined
    owner?.leases?.give(this.#key)
    owner?.free(this.#key)
  }
}
