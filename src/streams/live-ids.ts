/** Ids of users that a connection depends on, such as those who block its user: read once, then changed by events. */

export class LiveIds {
  readonly #users = new Set<bigint>()
  /** Removed while the first ids were being read; undefined afterwards. */
  #removedEarly: Set<bigint> | undefined = new Set()

  /** False until {@link begin}: the ids are unknown. */
  get isReady(): boolean {
    return this.#removedEarly === undefined
  }

  /** Starts with users that were read after the first event could be applied. */
  begin(users: readonly bigint[]): void {
    for (const user of users) if (this.#removedEarly?.has(user) !== true) this.#users.add(user)
    this.#removedEarly = undefined
  }

  has(user: bigint): boolean {
    return this.#users.has(user)
  }

  add(user: bigint): void {
    this.#users.add(user)
    this.#removedEarly?.delete(user)
  }

  remove(user: bigint): void {
    this.#users.delete(user)
    this.#removedEarly?.add(user)
  }
}
