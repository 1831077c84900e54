/**
 * Makes 64-bit ids that sort by time (spec/posts.md#ids). An id has 41 bits of milliseconds since
 * 2010-11-04T01:42:54.657Z, 10 bits of worker number and 12 bits of sequence.
 */

import { Outage } from '../outage.ts'
import type { Clock } from '../time/clock.ts'

/** Epoch of ids, in milliseconds since the Unix epoch. */
export const SNOWFLAKE_EPOCH_MS = 1288834974657

export const WORKER_COUNT = 1024
const SEQUENCE_COUNT = 4096

/** The first post id that contains a time. Lower ids were sequential, until November 2010. */
export const FIRST_SNOWFLAKE = 30_000_000_000n

/** The time in an id, in milliseconds since the Unix epoch. */
export function snowflakeTime(id: bigint): number {
  return Number(id >> 22n) + SNOWFLAKE_EPOCH_MS
}

/**
 * The smallest id whose time is `ms` (milliseconds since the Unix epoch) or later; 0 for a time before the epoch of
 * ids.
 */
export function firstSnowflakeAt(ms: number): bigint {
  return ms <= SNOWFLAKE_EPOCH_MS ? 0n : BigInt(Math.trunc(ms) - SNOWFLAKE_EPOCH_MS) << 22n
}

/**
 * Maximum milliseconds by which ids may be ahead of the clock. Ids are ahead after a small step back of the clock, or
 * when more ids are requested than a millisecond has. After a larger step back, the process takes another worker
 * number.
 */
export const MAX_AHEAD_MS = 5_000

/**
 * Thrown when the process cannot make ids. Either its lease has expired, or its ids are more than {@link MAX_AHEAD_MS}
 * ahead of the clock and no other lease is available. The response is 503/130.
 */
export class WorkerLeaseLost extends Outage {
  override readonly name = 'WorkerLeaseLost'
}

export interface SnowflakeLease {
  /** Worker number from 0 to 1023. No other process has this number before the time `until`. */
  readonly worker: number
  /**
   * Start of the lease in milliseconds since the Unix epoch. Earlier ids with this number may come from the previous
   * owner.
   */
  readonly from: number
  /** Milliseconds since the Unix epoch from which on no id may be made. */
  readonly until: number
}

/** State of a generator, to which {@link rewind} can return. */
export interface SnowflakeMark {
  readonly lease: SnowflakeLease
  readonly ms: number
  readonly sequence: number
}

/** Source of ids for commands. */
export interface IdSource {
  /** Returns the next id. @throws {WorkerLeaseLost} when the lease must be renewed first */
  next(): bigint
  /**
   * Returns the next id. If the lease must be renewed first, returns a promise of the id.
   * @throws {WorkerLeaseLost} and the errors of the renewal
   */
  make(): bigint | Promise<bigint>
}

/**
 * Maximum number of renewals for one id. Without this limit, a clock that moves during each renewal would cause
 * renewals without end.
 */
const MAX_RENEWALS = 3

/**
 * Makes unique ids with a leased worker number. Whatever the clocks of other processes show, only this process makes
 * ids with this worker number and a time from `from` until `until`. Ids increase as long as the clock does. After a
 * step back of up to {@link MAX_AHEAD_MS}, or when more than 4,096 ids are requested in a millisecond, the generator
 * does not wait; its ids are ahead of the clock. After a larger step back, ids have the corrected time and another
 * worker number, and are smaller than earlier ids.
 */
export class Snowflakes implements IdSource {
  readonly #clock: Clock
  readonly #renewLease: () => Promise<void>
  #lease: SnowflakeLease
  #ms: number
  #sequence = SEQUENCE_COUNT

  /** @param renewLease calls {@link renew} with a valid lease; without this function an expired lease is not renewed */
  constructor(clock: Clock, lease: SnowflakeLease, renewLease: () => Promise<void> = async () => undefined) {
    this.#clock = clock
    this.#lease = lease
    this.#renewLease = renewLease
    // The first id is later than the clock and later than the start of the lease, which is ahead of a clock that has
    // stepped back.
    this.#ms = Math.max(clock.now(), lease.from)
  }

  next(): bigint {
    const id = this.#take()
    if (id === undefined) throw this.#lost()
    return id
  }

  make(): bigint | Promise<bigint> {
    return this.#take() ?? this.#makeRenewed()
  }

  /** Renews the lease if necessary, so that an id can be made. @throws the same errors as {@link make} */
  async ready(): Promise<void> {
    for (let renewals = 0; ; renewals += 1) {
      const now = this.#clock.now()
      if (this.#isInReach(this.#msAt(now), now)) return
      if (renewals === MAX_RENEWALS) throw this.#lost()
      await this.#renewLease()
    }
  }

  async #makeRenewed(): Promise<bigint> {
    await this.ready()
    return this.next()
  }

  #msAt(now: number): number {
    if (now > this.#ms) return now
    return this.#sequence >= SEQUENCE_COUNT ? this.#ms + 1 : this.#ms
  }

  #isInReach(ms: number, now: number): boolean {
    return ms < this.#lease.until && ms - now <= MAX_AHEAD_MS
  }

  #take(): bigint | undefined {
    const now = this.#clock.now()
    const ms = this.#msAt(now)
    if (!this.#isInReach(ms, now)) return undefined
    if (ms > this.#ms) this.#sequence = 0
    this.#ms = ms
    const id = (BigInt(ms - SNOWFLAKE_EPOCH_MS) << 22n) | BigInt((this.#lease.worker << 12) | this.#sequence)
    this.#sequence += 1
    return id
  }

  #lost(): WorkerLeaseLost {
    return new WorkerLeaseLost(
      `worker number ${this.#lease.worker} is no longer leased to this process for the time that the clock shows; the lease is renewed as soon as the database can be written to`,
    )
  }

  /** Continues with a renewed lease, or with a lease of another worker number. */
  renew(lease: SnowflakeLease): void {
    if (lease.worker !== this.#lease.worker) {
      // Ids continue to increase, unless the earlier ids are too far ahead because the clock has stepped back.
      const isFarAhead = this.#ms - lease.from > MAX_AHEAD_MS
      this.#ms = isFarAhead ? lease.from : Math.max(this.#ms, lease.from)
      this.#sequence = SEQUENCE_COUNT
    }
    this.#lease = lease
  }

  /** The latest millisecond that an id of this generator may have; it may be ahead of the clock. */
  get usedUntil(): number {
    return Math.max(this.#ms, this.#clock.now())
  }

  /** True when ids are too far ahead of `now`; another worker number is then needed. */
  isFarAheadOf(now: number): boolean {
    return this.#msAt(now) - now > MAX_AHEAD_MS
  }

  /** The state of the generator, for {@link rewind}. */
  get mark(): SnowflakeMark {
    return { lease: this.#lease, ms: this.#ms, sequence: this.#sequence }
  }

  /**
   * Returns to the marked state. The generator then makes the same ids again. Use this method only after all later ids
   * were removed from the data.
   */
  rewind({ lease, ms, sequence }: SnowflakeMark): void {
    this.#lease = lease
    this.#ms = ms
    this.#sequence = sequence
  }

  get worker(): number {
    return this.#lease.worker
  }
}
