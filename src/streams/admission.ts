/**
 * Limits the open connections of a key, either to a maximum in this process or to one connection in all nodes
 * together.
 */
import { type Cluster, type LeaseGrant, NO_TTL } from '../cluster/cluster.ts'

export interface LeaseHolder {
  /** Called when another node has taken over the lease. */
  leaseLost(): void
}

/** State that all reservations of an {@link Admission} share. */
interface Owner {
  readonly cluster: Pick<Cluster, 'lease'> | undefined
  free(key: string): void
}

export class Admission {
  readonly #maxPerKey: number
  readonly #used = new Map<string, number>()
  readonly #owner: Owner

  /**
   * @param maxPerKey maximum open connections of one key
   * @param cluster limits each key to one connection in all nodes; when undefined, only the connections of this process
   * count
   */
  constructor(maxPerKey: number, cluster?: Pick<Cluster, 'lease'> | undefined) {
    this.#maxPerKey = maxPerKey
    this.#owner = { cluster, free: (key) => this.#free(key) }
  }

  /** Reserves a connection of `key`; undefined when the key has its maximum of connections. */
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

/** One connection of a key, from its reservation to its release. */
export class Reservation {
  readonly #key: string
  /** The state of the admission that counts this connection; undefined after the release. */
  #owner: Owner | undefined
  #grant: LeaseGrant | undefined

  constructor(key: string, owner: Owner) {
    this.#key = key
    this.#owner = owner
  }

  /** Takes the lease of the key, if the cluster has leases. @returns false when another node holds the lease */
  async claim(): Promise<boolean> {
    const cluster = this.#owner?.cluster
    if (cluster === undefined) return true
    // The lease has no time to live. Therefore a node that hangs keeps its leases as well as its sockets. A node that
    // has lost the database keeps its connections.
    const grant = await cluster.lease(this.#key, NO_TTL).acquire()
    if (this.#owner === undefined) await grant?.release()
    else this.#grant = grant
    return this.#grant !== undefined
  }

  /** Notifies `holder` when another node takes over the lease; immediately if the lease is already lost. */
  watch(holder: LeaseHolder): void {
    const signal = this.#grant?.signal
    if (signal?.aborted === true) holder.leaseLost()
    else signal?.addEventListener('abort', () => holder.leaseLost(), { once: true })
  }

  /** Frees the reserved connection; further calls have no effect. */
  release(): void {
    const owner = this.#owner
    this.#owner = undefined
    void this.#grant?.release()
    this.#grant = undefined
    owner?.free(this.#key)
  }
}
