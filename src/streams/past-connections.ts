/**
 * Stores the closed connections of each owner in memory, with the reasons why they ended. Their number is limited for
 * each owner and in total.
 */

const MAX_PER_OWNER = 100
const MAX_OWNERS = 1_000

export class PastConnections<Facts> {
  readonly #maxPerOwner: number
  readonly #maxOwners: number
  /** Closed connections by owner, in the order of the latest closed connection of each owner. */
  readonly #byOwner = new Map<string, Facts[]>()

  constructor(maxPerOwner = MAX_PER_OWNER, maxOwners = MAX_OWNERS) {
    this.#maxPerOwner = maxPerOwner
    this.#maxOwners = maxOwners
  }

  /** Adds a closed connection. When the owner has too many connections, the oldest connection is dropped. */
  add(owner: string, facts: Facts): void {
    const own = this.#byOwner.get(owner) ?? []
    this.#byOwner.delete(owner)
    this.#byOwner.set(owner, own)
    own.push(facts)
    if (own.length > this.#maxPerOwner) own.shift()
    const [oldest] = this.#byOwner.keys()
    if (this.#byOwner.size > this.#maxOwners && oldest !== undefined) this.#byOwner.delete(oldest)
  }

  /** The connections of an owner, latest first. */
  of(owner: string): readonly Facts[] {
    return (this.#byOwner.get(owner) ?? []).toReversed()
  }
}
