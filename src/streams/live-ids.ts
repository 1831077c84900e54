/**
 * Holds the ids of users that a connection depends on, such as the users who block the user of the connection. The ids
 * are read once; later events add and remove ids.
 */

export class LiveIds {
  readonly #users = new Set<bigint>()
  /** Ids that were removed during the first read; undefined after this read. */
  #removedEarly: Set<bigint> | undefined = new Set()

  /** False until {@link begin} is called; until then the ids are not complete. */
  get isReady(): boolean {
    return this.#removedEarly === undefined
  }

  /** Adds the users that were read. The caller must start the read after this object has begun to receive events. */
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
