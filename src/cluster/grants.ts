/**
 * The leases of a node, and the time for which the node may rely on them without a query.
 *
 *   acquire ─▶ held ─▶ release
 *               │ ╲── renewal that began less than the ttl ago ─▶ held
 *               ╰──▶ lost: not renewed in time, or another node has it
 *
 * Invariant: a grant with a ttl (time to live) ends in this process before it ends in the database. This process
 * measures the ttl with the monotonic clock, from the moment before it sends a renewal. The grant ends a tenth of the
 * ttl early, because clocks may run at different speeds.
 */
import { StoreBusy } from '../db/errors.ts'
import type { Tx } from '../db/store.ts'
import type { Clock } from '../lib/time/clock.ts'
import { type Lease, type LeaseGrant, LeaseLost, MAX_LEASES, NO_TTL, requireLease } from './cluster.ts'

/** The part of leases that an engine implements. */
export interface LeaseBackend {
  /** @returns the epoch of the grant; undefined while another node holds the lease */
  take(name: string, ttlMs: number): Promise<bigint | undefined>
  /** Called when this node has acquired a lease with a ttl, which must be renewed in time. */
  granted(): void
  /** Deletes a lease of this node. Never rejects. */
  give(name: string, epoch: bigint): Promise<void>
  /** Renews all leases of this node. */
  renew(): Promise<void>
  isHeldIn(tx: Tx, name: string, epoch: bigint): Promise<boolean>
}

/** A moment on the monotonic clock and on the wall clock, in milliseconds. */
export interface Moment {
  readonly monotonic: number
  readonly wall: number
}

/** Fraction of the ttl by which a node ends a grant early. */
const MARGIN = 0.1

/**
 * Maximum milliseconds by which the two clocks may disagree about the time since a renewal. If they disagree more, a
 * grant is uncertain until the next renewal.
 */
const CLOCK_TOLERANCE_MS = 1_000

export class Grants {
  readonly #backend: LeaseBackend
  readonly #clock: Clock
  readonly #held = new Map<string, Grant>()
  /** The held leases with a ttl. */
  readonly #timed = new Set<Grant>()
  /** Names that are being acquired. */
  readonly #taking = new Set<string>()
  /** The start of the last renewal. */
  #renewed: Moment
  #cancelExpiry: () => void = () => undefined

  constructor(backend: LeaseBackend, clock: Clock) {
    this.#backend = backend
    this.#clock = clock
    this.#renewed = this.moment()
  }

  lease(name: string, ttlMs: number): Lease {
    requireLease(name, ttlMs)
    return { name, acquire: () => this.#acquire(name, ttlMs) }
  }

  moment(): Moment {
    return { monotonic: this.#clock.monotonic(), wall: this.#clock.now() }
  }

  /** The shortest ttl of the held leases, in milliseconds; Infinity if no lease has a ttl. */
  get shortestTtlMs(): number {
    let shortest = NO_TTL
    for (const { ttlMs } of this.#timed) if (ttlMs < shortest) shortest = ttlMs
    return shortest
  }

  /** Milliseconds since the last renewal began. */
  get ageMs(): number {
    return this.#clock.monotonic() - this.#renewed.monotonic
  }

  /** Epochs of held leases by name, to be compared with the database later. */
  snapshot(): ReadonlyMap<string, bigint> {
    return new Map([...this.#held].map(([name, { epoch }]) => [name, epoch]))
  }

  /** The epoch of a held lease; undefined for a lease that is not held. */
  epochOf(name: string): bigint | undefined {
    return this.#held.get(name)?.epoch
  }

  isHeldOrTaken(name: string): boolean {
    return this.#held.has(name) || this.#taking.has(name)
  }

  /** Records a renewal that the database has confirmed. Grants that expired before this call stay lost. */
  renewedAt(start: Moment): void {
    this.expire()
    if (start.monotonic >= this.#renewed.monotonic) this.#renewed = start
    this.#scheduleExpiry()
  }

  /** Ends the grants whose time is over. */
  expire(): void {
    for (const grant of [...this.#timed])
      if (this.#leftMs(grant) <= 0) this.lose(grant.name, 'not renewed in time')
  }

  /** Ends the grant of a lease. @param epoch epoch of the lost grant; any epoch when omitted */
  lose(name: string, why: string, epoch?: bigint): void {
    const grant = this.#held.get(name)
    if (grant === undefined || (epoch !== undefined && grant.epoch !== epoch)) return
    this.#forget(grant)
    grant.end(why)
    // The row of the lease may still name this node. Such a row would exclude other nodes until the ttl ends.
    void this.#backend.give(name, grant.epoch)
  }

  loseAll(why: string): void {
    this.#cancelExpiry()
    for (const grant of [...this.#held.values()]) this.lose(grant.name, why)
  }

  /** True when a grant holds for `spareMs` more milliseconds by both clocks. */
  isHeld(grant: Grant, spareMs: number): boolean {
    if (this.#held.get(grant.name) !== grant) return false
    if (grant.ttlMs === NO_TTL) return true
    const wallAge = this.#clock.now() - this.#renewed.wall
    const areClocksAgreed = Math.abs(wallAge - this.ageMs) <= CLOCK_TOLERANCE_MS
    return areClocksAgreed && this.#leftMs(grant) > spareMs
  }

  async renew(grant: Grant): Promise<boolean> {
    this.expire()
    if (this.#held.get(grant.name) !== grant) return false
    await this.#backend.renew()
    this.expire()
    return this.#held.get(grant.name) === grant
  }

  isHeldIn(grant: Grant, tx: Tx): Promise<boolean> {
    return this.#backend.isHeldIn(tx, grant.name, grant.epoch)
  }

  async release(grant: Grant): Promise<void> {
    if (this.#held.get(grant.name) !== grant) return
    this.#forget(grant)
    await this.#backend.give(grant.name, grant.epoch)
  }

  async #acquire(name: string, ttlMs: number): Promise<LeaseGrant | undefined> {
    if (this.isHeldOrTaken(name)) return undefined
    if (this.#held.size + this.#taking.size >= MAX_LEASES)
      throw new StoreBusy(`this server holds ${MAX_LEASES} leases; no more are taken`)
    this.#taking.add(name)
    try {
      const epoch = await this.#backend.take(name, ttlMs)
      if (epoch === undefined) return undefined
      const grant = new Grant(this, name, ttlMs, epoch)
      this.#held.set(name, grant)
      if (ttlMs !== NO_TTL) {
        this.#timed.add(grant)
        this.#backend.granted()
      }
      // The response of the database may have arrived after the end of the lease.
      this.expire()
      this.#scheduleExpiry()
      return this.#held.get(name) === grant ? grant : undefined
    } finally {
      this.#taking.delete(name)
    }
  }

  #forget(grant: Grant): void {
    this.#held.delete(grant.name)
    this.#timed.delete(grant)
  }

  #leftMs({ ttlMs }: Grant): number {
    return ttlMs === NO_TTL ? NO_TTL : ttlMs * (1 - MARGIN) - this.ageMs
  }

  #scheduleExpiry(): void {
    this.#cancelExpiry()
    const shortest = this.shortestTtlMs
    if (shortest === NO_TTL) return
    const leftMs = Math.max(0, shortest * (1 - MARGIN) - this.ageMs)
    this.#cancelExpiry = this.#clock.after(Math.ceil(leftMs), () => {
      this.expire()
      this.#scheduleExpiry()
    })
  }
}

class Grant implements LeaseGrant {
  readonly name: string
  readonly ttlMs: number
  readonly epoch: bigint
  readonly #grants: Grants
  readonly #lost = new AbortController()

  constructor(grants: Grants, name: string, ttlMs: number, epoch: bigint) {
    this.#grants = grants
    this.name = name
    this.ttlMs = ttlMs
    this.epoch = epoch
  }

  get signal(): AbortSignal {
    return this.#lost.signal
  }

  isHeld(spareMs = 0): boolean {
    return this.#grants.isHeld(this, spareMs)
  }

  renew(): Promise<boolean> {
    return this.#grants.renew(this)
  }

  isHeldIn(tx: Tx): Promise<boolean> {
    return this.#grants.isHeldIn(this, tx)
  }

  release(): Promise<void> {
    return this.#grants.release(this)
  }

  end(why: string): void {
    this.#lost.abort(new LeaseLost(this.name, why))
  }
}
