/**
 * Manages the leases of webhooks. Only one node at a time delivers to a webhook, so that deliveries keep their order
 * and are sent once. A node keeps the lease while the webhook has deliveries, and about 30 seconds longer.
 */
import type { Cluster, LeaseGrant } from '../cluster/cluster.ts'
import type { Tx } from '../db/store.ts'

/** Milliseconds after which another node takes the webhook if this node does not renew the lease. */
export const TTL_MS = 20_000

/**
 * Minimum remaining milliseconds of a lease at the time at which a delivery is sent. A delivery takes less time than
 * this (send-delivery.ts).
 */
const SPARE_MS = 11_000

/** Number of polls for which a lease without deliveries is kept. */
const IDLE_POLLS = 30

/** Number of polls after a refusal before this node requests the lease again. */
const REFUSED_POLLS = 3

export type DeliveryLease = Pick<LeaseGrant, 'isHeld' | 'renew' | 'isHeldIn'>

/**
 * True when a delivery that starts now will end before the lease ends.
 * @throws {StoreUnavailable} when a renewal fails
 */
export async function mayDeliver(lease: DeliveryLease): Promise<boolean> {
  return lease.isHeld(SPARE_MS) || ((await lease.renew()) && lease.isHeld(SPARE_MS))
}

/** The items whose leases this node holds until the transaction ends. */
export async function whileHeld<Item extends { readonly lease: DeliveryLease }>(
  tx: Tx,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const leases = [...new Set(items.map(({ lease }) => lease))]
  const areHeld = await Promise.all(leases.map((lease) => lease.isHeldIn(tx)))
  if (areHeld.every(Boolean)) return items
  const held = new Set(leases.filter((_, index) => areHeld[index]))
  return items.filter(({ lease }) => held.has(lease))
}

/** The leases of a node's webhooks. */
export class WebhookLeases {
  readonly #cluster: Pick<Cluster, 'lease'>
  readonly #grants = new Map<bigint, { readonly grant: LeaseGrant; usedAt: number }>()
  /** Webhooks whose lease another node holds, each with the number of the poll at which this node was refused. */
  readonly #refused = new Map<bigint, number>()
  #polls = 0

  constructor(cluster: Pick<Cluster, 'lease'>) {
    this.#cluster = cluster
  }

  /** Webhooks whose lease another node held when this node requested it within the last three polls. */
  get refused(): readonly bigint[] {
    return [...this.#refused.keys()]
  }

  /**
   * Returns the kept lease of a webhook, or acquires it.
   * @returns undefined while another node holds the lease
   * @throws the errors of {@link Lease.acquire}
   */
  async acquire(webhookId: bigint): Promise<LeaseGrant | undefined> {
    const kept = this.#grants.get(webhookId)
    if (kept?.grant.signal.aborted === false) {
      kept.usedAt = this.#polls
      return kept.grant
    }
    const grant = await this.#cluster.lease(`webhook ${webhookId}`, TTL_MS).acquire()
    if (grant === undefined) this.#refused.set(webhookId, this.#polls)
    else this.#grants.set(webhookId, { grant, usedAt: this.#polls })
    return grant
  }

  /**
   * Releases idle leases; call this method once a second.
   * @param isActive returns true when a webhook has deliveries
   */
  poll(isActive: (webhookId: bigint) => boolean): void {
    this.#polls += 1
    for (const [id, at] of this.#refused) if (this.#polls - at >= REFUSED_POLLS) this.#refused.delete(id)
    for (const [id, held] of this.#grants) {
      if (isActive(id)) held.usedAt = this.#polls
      else if (held.grant.signal.aborted || this.#polls - held.usedAt >= IDLE_POLLS) {
        this.#grants.delete(id)
        void held.grant.release()
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#grants.values()].map(({ grant }) => grant.release()))
    this.#grants.clear()
  }
}
