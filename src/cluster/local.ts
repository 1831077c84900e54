/**
 * The cluster of a SQLite file. One server uses the file and locks it (db/sqlite/server-lock.ts). Processes of the
 * command line use the file too. The server grants its own leases. SQLite counts the commits of other processes, and a
 * change of this number is a signal.
 */
import type { Store } from '../db/store.ts'
import { roleNames } from '../lib/hosts/roles.ts'
import type { Clock } from '../lib/time/clock.ts'
import {
  type ClusterMember,
  type ClusterMembership,
  type ClusterNode,
  type Lease,
  NO_TTL,
  type NodeFacts,
  requireLease,
  requireTopic,
  type Wake,
} from './cluster.ts'
import { Grants } from './grants.ts'
import { loadText } from './node-load.ts'
import { eraseNode, eraseNodes, insertNode, RENEW_MS, readMembers, renewNode } from './nodes.ts'
import { Subscribers } from './subscribers.ts'

/** Milliseconds between two reads of the number of commits of other processes. A read takes 3 µs. */
const LOOK_MS = 20

export interface ClusterOptions {
  readonly store: Store
  readonly self: ClusterNode
  /** The clock for signals. */
  readonly clock: Clock
  /** The clock for leases and membership, which other processes share. */
  readonly machineClock: Clock
}

export class LocalCluster implements ClusterMembership {
  readonly self: ClusterNode
  readonly #store: Store
  readonly #clock: Clock
  readonly #machineClock: Clock
  readonly #grants: Grants
  readonly #subscribers = new Subscribers()
  #epoch = 0n
  #seen: number | undefined
  #stopLooking: (() => void) | undefined
  #stopRenewing: (() => void) | undefined

  constructor({ store, self, clock, machineClock }: ClusterOptions) {
    this.#store = store
    this.self = self
    this.#clock = clock
    this.#machineClock = machineClock
    this.#grants = new Grants(
      {
        take: async () => {
          this.#epoch += 1n
          return this.#epoch
        },
        granted: () => undefined,
        give: async () => undefined,
        renew: async () => undefined,
        isHeldIn: async (_, name, epoch) => this.#grants.epochOf(name) === epoch,
      },
      machineClock,
    )
  }

  members(): Promise<readonly ClusterMember[]> {
    return readMembers(this.#store, this.#machineClock)
  }

  /** Sends nothing, because other processes see the commit itself. */
  publish(topic: string): void {
    requireTopic(topic)
  }

  subscribe(topic: string, wake: Wake): () => void {
    const stop = this.#subscribers.add(topic, wake)
    if (this.#stopLooking === undefined) {
      this.#seen = this.#store.version
      this.#stopLooking = this.#clock.every(LOOK_MS, () => this.#look())
    }
    return () => {
      stop()
      if (this.#subscribers.size > 0) return
      this.#stopLooking?.()
      this.#stopLooking = undefined
    }
  }

  /** A lease lasts as long as the process, independent of the ttl, because no other server can open the file. */
  lease(name: string, ttlMs: number): Lease {
    requireLease(name, ttlMs)
    return this.#grants.lease(name, NO_TTL)
  }

  /** Does nothing, because no signals are sent. */
  carry(): void {}

  async join({ address, roles, version, load }: NodeFacts): Promise<void> {
    const { id, name } = this.self
    const now = this.#machineClock.now()
    const facts = { address, roles: roleNames(roles), version, load: loadText(await load()) }
    // No event: memberships are not part of the network.
    await this.#store.write(async (tx) => {
      await tx.run(eraseNodes, {})
      await tx.run(insertNode, { id, name, now, ...facts })
    })
    this.#stopRenewing ??= this.#machineClock.every(RENEW_MS.sqlite, () => void this.#renew(load))
  }

  async close(): Promise<void> {
    this.#stopLooking?.()
    this.#subscribers.clear()
    this.#grants.loseAll('the node leaves')
    if (this.#stopRenewing === undefined) return
    this.#stopRenewing()
    // No event: memberships are not part of the network. If this fails, the row is no longer listed after 45 seconds.
    await this.#store.write((tx) => tx.run(eraseNode, { id: this.self.id })).catch(() => undefined)
  }

  async #renew(load: NodeFacts['load']): Promise<void> {
    const input = { id: this.self.id, now: this.#machineClock.now(), load: loadText(await load()) }
    try {
      // No event: memberships are not part of the network.
      await this.#store.write((tx) => tx.run(renewNode, input))
    } catch (error) {
      this.#store.logger.warn({ err: error }, 'the membership of this server could not be renewed')
    }
  }

  #look(): void {
    const version = this.#store.version
    // The number of commits cannot be read during a transaction of this process. The next call reads it.
    if (version === undefined || version === this.#seen) return
    this.#seen = version
    this.#subscribers.wakeAll()
  }
}
