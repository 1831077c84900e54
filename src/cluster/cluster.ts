/**
 * The other nodes of an Aviary, seen from one of them. A node is a server process; nodes share a database and nothing
 * else.
 *
 *   members()            nodes that are alive
 *   publish, subscribe   signals between nodes: hints, which may be lost
 *   lease                what only one node may do at a time
 *
 * Two implementations pass one contract suite (test/support/cluster-contract.ts): local.ts for SQLite with its single
 * server, and postgres.ts.
 */
import type { Tx } from '../db/store.ts'
import type { Role } from '../lib/hosts/roles.ts'
import type { NodeLoad } from './node-load.ts'

export interface ClusterNode {
  /** Unique among all nodes, past ones too. */
  readonly id: string
  /** Host and process id, for people. */
  readonly name: string
}

export interface ClusterMember extends ClusterNode {
  /** When it joined; milliseconds since the Unix epoch. */
  readonly since: number
  /** When it last renewed its membership; milliseconds since the Unix epoch, by the clock of the database. */
  readonly lastSeen: number
  /** The address passed to {@link ClusterMembership.join}. */
  readonly address: string
  readonly roles: readonly Role[]
  /** The version of its program; empty when it is not known. */
  readonly version: string
  /** The value at the last renewal of the node; undefined when it is unknown. */
  readonly load: NodeLoad | undefined
}

/** Facts about a node that it stores for the others. */
export interface NodeFacts {
  /** Where clients reach it, as lib/server-address.ts writes it. */
  readonly address: string
  readonly roles: readonly Role[]
  /** The version of the program. */
  readonly version: string
  /** Called at each renewal; must not reject. */
  load(): Promise<NodeLoad>
}

/** Thrown, or the reason of an abort, when a node no longer holds a lease. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor(lease: string, why: string) {
    super(`the lease ${lease} is lost: ${why}`)
  }
}

/** A period in which this node holds a lease. It ends with {@link release} or with {@link signal}, and never begins again. */
export interface LeaseGrant {
  /**
   * The fencing epoch, which is larger than the epoch of every earlier grant of the name. With {@link LocalCluster},
   * whose single process grants all leases, it is larger than the epochs of all earlier grants of this process.
   */
  readonly epoch: bigint
  /**
   * Aborted with {@link LeaseLost} before another node can get the lease. A lease without a ttl is the exception: its signal
   * is aborted when this node learns that another one has it.
   */
  readonly signal: AbortSignal
  /**
   * True when the node certainly holds the lease for `spareMs` more milliseconds. Also false after the clock was set or
   * the machine has slept; {@link renew} then finds out. Costs no query.
   */
  isHeld(spareMs?: number): boolean
  /**
   * Renews the lease now. The node also renews it by itself several times in a ttl.
   * @returns true when the lease is held
   * @throws {StoreUnavailable}
   */
  renew(): Promise<boolean>
  /** True when this grant holds until the transaction commits: no other node gets the lease before that. */
  isHeldIn(tx: Tx): Promise<boolean>
  /** Ends the grant. Resolves when others may get the lease, or when the database cannot be reached; never rejects. */
  release(): Promise<void>
}

export interface Lease {
  readonly name: string
  /**
   * @returns undefined while a node holds it, this node included
   * @throws {StoreUnavailable}
   * @throws {StoreBusy} when this node holds {@link MAX_LEASES}
   */
  acquire(): Promise<LeaseGrant | undefined>
}

/** Wakes a subscriber. @param position the latest position of the topic; undefined when signals may have been missed */
export type Wake = (position: bigint | undefined) => void

export interface Cluster {
  readonly self: ClusterNode
  /** Nodes that have joined and are alive, those that joined last first; at most {@link MAX_MEMBERS}. */
  members(): Promise<readonly ClusterMember[]>
  /**
   * Signals the other nodes that a topic has grown to `position`. Returns immediately; several calls within a few
   * milliseconds are one signal. A signal may be lost.
   */
  publish(topic: string, position: bigint): void
  /**
   * Calls `wake` when another node has published, and sometimes without a reason. A subscriber must also check by
   * itself at intervals, because signals may be lost.
   * @returns a function that ends the subscription
   * @throws {RangeError} for a topic beyond {@link MAX_TOPICS}
   */
  subscribe(topic: string, wake: Wake): () => void
  /**
   * A lease over all nodes.
   * @param name at most {@link MAX_NAME_LENGTH} printable ASCII characters, without `'` and `\`
   * @param ttlMs milliseconds, {@link MIN_TTL_MS} to {@link MAX_TTL_MS}, after which the lease of a node that does not renew
   *   it goes to another; {@link NO_TTL} for a lease that lasts as long as the node's connection to the database
   * @throws {RangeError} for another name or ttl
   */
  lease(name: string, ttlMs: number): Lease
}

/** Receives signals of other nodes. */
export interface SignalReceiver {
  /** @param payload payload of one signal; a text of another form is ignored */
  hear(payload: string): void
  /** Called when signals may have been missed. */
  missed(): void
}

/** Carries signals in place of the database. */
export interface SignalCarrier {
  /** @returns false while it cannot; the database carries the signal then */
  send(payload: string): boolean
  /** @returns a function that ends it */
  receive(receiver: SignalReceiver): () => void
}

/** A {@link Cluster} with the lifecycle of this node. */
export interface ClusterMembership extends Cluster {
  /**
   * Sends signals by `carrier` from now on, and still receives signals of the database. Does nothing on SQLite, which
   * has no other nodes.
   */
  carry(carrier: SignalCarrier): void
  /** Makes this node a member. */
  join(facts: NodeFacts): Promise<void>
  /** Sends pending signals, ends every grant and leaves. Never rejects: an unreachable node is forgotten later. */
  close(): Promise<void>
}

/** The topic of the event log; its positions are positions of events. */
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

/** @throws {RangeError} */
export function requireLease(name: string, ttlMs: number): void {
  if (name.length > MAX_NAME_LENGTH || !NAME.test(name)) throw new RangeError('invalid name of a lease')
  const isTtl = Number.isSafeInteger(ttlMs) && ttlMs >= MIN_TTL_MS && ttlMs <= MAX_TTL_MS
  if (!isTtl && ttlMs !== NO_TTL) throw new RangeError(`invalid ttl of a lease: ${ttlMs}`)
}

/** @throws {RangeError} */
export function requireTopic(topic: string): void {
  if (topic.length > MAX_NAME_LENGTH || !TOPIC.test(topic)) throw new RangeError('invalid name of a topic')
}
