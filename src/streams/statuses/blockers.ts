/** The users who block the user of a connection: read once, then changed by events. */

export class Blockers {
  readonly #users = new Set<bigint>()
  /** Blocks that ended while the first ones were being read; undefined afterwards. */
  #endedEarly: Set<bigint> | undefined = new Set()

  /** False until {@link begin}: the blocks are unknown. */
  get isReady(): boolean {
    return this.#endedEarly === undefined
  }

  /** Starts with users that were read after the first event could be applied. */
  begin(users: readonly bigint[]): void {
    for (const user of users) if (this.#endedEarly?.has(user) !== true) this.#users.add(user)
    this.#endedEarly = undefined
  }

  has(user: bigint): boolean {
    return this.#users.has(user)
  }

  add(user: bigint): void {
    this.#users.add(user)
    this.#endedEarly?.delete(user)
  }

  remove(user: bigint): void {
    this.#users.delete(user)
    this.#endedEarly?.add(user)
  }
}
