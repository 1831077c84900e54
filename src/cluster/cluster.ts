/**
 * The interface through which a node reaches the other nodes. A node is a server process. Nodes share a database and
 * nothing else.
 *
 *   members()            nodes that are alive
 *   publish, subscribe   signals between nodes: hints, which may be lost
 *   lease                a right that only one node has at a time
 *
 * There are two implementations: local.ts for SQLite with its single server, and postgres.ts. Both pass one contract
 * suite (test/support/processes/cluster-contract.ts).
 */
import type { Tx } from '../db/store.ts'
import type { Role } from '../lib/hosts/roles.ts'
import type { NodeLoad } from './node-load.ts'

export interface ClusterNode {
  /** Unique among all present and past nodes. */
  readonly id: string
  /** Host name and process id, shown to operators. */
  readonly name: string
}

export interface ClusterMember extends ClusterNode {
  /** Time at which the node joined, in milliseconds since the Unix epoch. */
  readonly since: number
  /**
   * Time at which the node last renewed its membership, in milliseconds since the Unix epoch. With PostgreSQL the time
   * comes from its clock, with SQLite from the clock of the machine.
   */
  readonly lastSeen: number
  /** The address passed to {@link ClusterMembership.join}. */
  readonly address: string
  readonly roles: readonly Role[]
  /** The version of the program that the node runs; empty when unknown. */
  readonly version: string
  /** The load of the node at its last renewal; undefined when unknown. */
  readonly load: NodeLoad | undefined
}

/** Facts that a node stores about itself, for the other nodes. */
export interface NodeFacts {
  /** The address of the node for clients, in the form of lib/server-address.ts. */
  readonly address: string
  readonly roles: readonly Role[]
  /** The version of the program that the node runs. */
  readonly version: string
  /** Returns the current load. Called at each renewal; must not reject. */
  load(): Promise<NodeLoad>
}

/**
 * Reports that a node no longer holds a lease. A function throws this error, or the error is the reason of an aborted
 * signal.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor(lease: string, why: string) {
    super(`the lease ${lease} is lost: ${why}`)
  }
}

/**
 * A period in which this node holds a lease. It ends when {@link release} is called or {@link signal} is aborted. A
 * later period has another grant.
 */
export interface LeaseGrant {
  /**
   * The fencing epoch, which is larger than the epoch of every earlier grant of the name. {@link LocalCluster} compares
   * the epoch only with earlier grants of this process.
   */
  readonly epoch: bigint
  /**
   * Aborted with {@link LeaseLost} before another node can get the lease. The signal of a lease without a ttl is
   * aborted later, when this node learns that another node has the lease.
   */
  readonly signal: AbortSignal
  /**
   * True when the node certainly holds the lease for `spareMs` more milliseconds. The result is false also
   * after the clock was set or the machine has slept; {@link renew} then finds out whether the node holds the
   * lease. Sends no query.
   */
  isHeld(spareMs?: number): boolean
  /**
   * Renews the lease now. The node also renews its leases automatically, several times within the ttl.
   * @returns true when the lease is held
   * @throws {StoreUnavailable}
   */
  renew(): Promise<boolean>
  /** True when no other node can get the lease before the transaction commits. */
  isHeldIn(tx: Tx): Promise<boolean>
  /**
   * Ends the grant. Resolves when other nodes can get the lease, or when the database is unreachable. Never rejects.
   */
  release(): Promise<void>
}

export interface Lease {
  readonly name: string
  /**
   * @returns undefined while a node holds the lease, including this node
   * @throws {StoreUnavailable}
   * @throws {StoreBusy} when this node holds {@link MAX_LEASES} leases
   */
  acquire(): Promise<LeaseGrant | undefined>
}

/** Wakes a subscriber. @param position the latest position of the topic; undefined when signals may have been missed */
export type Wake = (position: bigint | undefined) => void

export interface Cluster {
  readonly self: ClusterNode
  /** Nodes that have joined and are alive, the latest first; at most {@link MAX_MEMBERS}. */
  members(): Promise<readonly ClusterMember[]>
  /**
   * Signals the other nodes that a topic has grown to `position`. Returns immediately. Calls within a few milliseconds
   * are combined into one signal. Signals may be lost.
   */
  publish(topic: string, position: bigint): void
  /**
   * Calls `wake` when another node has published a position of the topic, and sometimes without a new position. A
   * subscriber must also poll, because signals may be lost.
   * @returns a function that ends the subscription
   * @throws {RangeError} when there are more than {@link MAX_TOPICS} topics
   */
  subscribe(topic: string, wake: Wake): () => void
  /**
   * A lease that only one of all nodes holds at a time.
   * @param name a text of at most {@link MAX_NAME_LENGTH} printable ASCII characters, without `'` and `\`
   * @param ttlMs time to live in milliseconds, {@link MIN_TTL_MS} to {@link MAX_TTL_MS}. After this time without a
   *   renewal, another node can acquire the lease. {@link NO_TTL} for a lease that lasts as long as the node's
   *   connection to the database
   * @throws {RangeError} for an invalid name or ttl
   */
  lease(name: string, ttlMs: number): Lease
}

/** Receives signals of other nodes. */
export interface SignalReceiver {
  /** @param payload payload of one signal; the receiver ignores texts of other forms */
  hear(payload: string): void
  /** Called when signals may have been missed. */
  missed(): void
}

/** Carries signals in place of the database. */
export interface SignalCarrier {
  /** @returns false if the carrier cannot send now; the signal is then sent by the database */
  send(payload: string): boolean
  /** @returns a function that stops receiving */
  receive(receiver: SignalReceiver): () => void
}

/** A {@link Cluster} that this node can join and leave. */
export interface ClusterMembership extends Cluster {
  /**
   * Sends signals by `carrier` from now on, and still receives signals from the database. Does nothing on SQLite, where
   * no other nodes exist.
   */
  carry(carrier: SignalCarrier): void
  /** Makes this node a member. */
  join(facts: NodeFacts): Promise<void>
  /**
   * Sends pending signals, ends every grant and the membership. Never rejects. If the database is unreachable, the
   * membership expires later.
   */
  close(): Promise<void>
}

/** The topic of the event log. The positions of this topic are positions of events. */
export const LOG_TOPIC = 'log'

export const NO_TTL = Number.POSITIVE_INFINITY
export const MIN_TTL_MS = 200
export const MAX_TTL_MS = 86_400_000
export const MAX_NAME_LENGTH = 200
export const MAX_TOPICS = 64
/** Maximum leases of a node. */
export const MAX_LEASES = 100_000
export const MAX_MEMBERS = 1_000

const NAME = /^[\x20-\x26\x28-\x5b\x5d-\x7e]+$/
const TOPIC = /^[a-z][a-z-]*$/

/** Checks the name and the ttl of a lease. @throws {RangeError} */
export function requireLease(name: string, ttlMs: number): void {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) throw new RangeError('invalid name of a lease')
  const isTtl = Number.isSafeInteger(ttlMs) && ttlMs >= MIN_TTL_MS && ttlMs <= MAX_TTL_MS
  if (!isTtl && ttlMs !== NO_TTL) throw new RangeError(`invalid ttl of a lease: ${ttlMs}`)
}

/** Checks the name of a topic. @throws {RangeError} */
export function requireTopic(topic: string): void {
  if (topic.length > MAX_NAME_LENGTH || !TOPIC.test(topic)) throw new RangeError('invalid name of a topic')
}
