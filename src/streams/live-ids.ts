/**
 * Ids of users that a connection depends on, such as those who block its user. They are read once, and events change
 * them from then on.
 */

export class LiveIds {
  readonly #users = new Set<bigint>()
  /** Ids that were removed during the first read; undefined afterwards. */
  #removedEarly: Set<bigint> | undefined = new Set()

  /** False until {@link begin}: the ids are unknown. */
  get isReady(): boolean {
    return this.#removedEarly === undefined
  }

  /** Sets the users. The read must begin after this object receives events. */
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
