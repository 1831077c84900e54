/**
 * 64-bit ids that sort by time (spec/posts.md#ids): 41 bits of milliseconds since
 * 2010-11-04T01:42:54.657Z, 10 bits of worker, 12 bits of sequence.
 */

import { Outage } from '../outage.ts'
import type { Clock } from '../time/clock.ts'

/** Epoch of ids, in milliseconds since the Unix epoch. */
export const SNOWFLAKE_EPOCH_MS = 1288834974657

export const WORKER_COUNT = 1024
const SEQUENCE_COUNT = 4096

/** Lower ids of posts were sequential, until November 2010, and contain no time. */
export const FIRST_SNOWFLAKE = 30_000_000_000n

/** Creation time of an id, in milliseconds since the Unix epoch. */
export function snowflakeTime(id: bigint): number {
  return Number(id >> 22n) + SNOWFLAKE_EPOCH_MS
}

/** The smallest id of `ms` (milliseconds since the Unix epoch) or later; 0 before the epoch. */
export function firstSnowflakeAt(ms: number): bigint {
  return ms <= SNOWFLAKE_EPOCH_MS ? 0n : BigInt(Math.trunc(ms) - SNOWFLAKE_EPOCH_MS) << 22n
}

/**
 * Milliseconds that ids may run ahead of the clock: after a small step back, or when more ids are requested than a
 * millisecond has. A larger step back makes the process take another worker number.
 */
export const MAX_AHEAD_MS = 5_000

/**
 * The process cannot make ids: its lease expired, or its ids are more than {@link MAX_AHEAD_MS} ahead of the clock, and
 * no other lease was available. Answered as 503/130.
 */
export class WorkerLeaseLost extends Outage {
  override readonly name = 'WorkerLeaseLost'
}

export interface SnowflakeLease {
  /** 0 to 1023; exclusive until `until`. */
  readonly worker: number
  /** Start of the lease in milliseconds since the Unix epoch; earlier ids may be the previous owner's. */
  readonly from: number
  /** Milliseconds since the Unix epoch after which no id may be made. */
  readonly until: number
}

/** State of a generator. */
export interface SnowflakeMark {
  readonly lease: SnowflakeLease
  readonly ms: number
  readonly sequence: number
}

/** Source of ids for commands. */
export interface IdSource {
  /** The next id. @throws {WorkerLeaseLost} when the lease must be renewed first */
  next(): bigint
  /** The next id; a promise when the lease must be renewed first. @throws {WorkerLeaseLost}; errors of the renewal */
  make(): bigint | Promise<bigint>
}

/** Renewals per id, in case the clock moves during each. */
const MAX_RENEWALS = 3

/**
 * Makes unique ids for a leased worker number: the lease reserves the time from `from` to `until` for ids of that
 * number, independent of the clocks of other processes.
 *
 * Ids only grow while the clock does. After a step back of up to {@link MAX_AHEAD_MS}, or when more than 4,096 ids are
 * requested in a millisecond, the generator runs ahead of the clock instead of waiting. After a larger step back ids
 * carry the corrected time, under another worker number, and are smaller than earlier ones.
 */
export class Snowflakes implements IdSource {
  readonly #clock: Clock
  readonly #renewLease: () => Promise<void>
  #lease: SnowflakeLease
  #ms: number
  #sequence = SEQUENCE_COUNT

  /** @param renewLease calls {@link renew} with a valid lease; without it a lost lease stays lost */
  constructor(clock: Clock, lease: SnowflakeLease, renewLease: () => Promise<void> = async () => undefined) {
    this.#clock = clock
    this.#lease = lease
    this.#renewLease = renewLease
    // Start in the next millisecond, even when the clock has stepped back since.
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

  /** Renews the lease if needed, so that an id can be made. @throws like {@link make} */
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

  /** Continues under a lease that was renewed, or under a new lease of another worker number. */
  renew(lease: SnowflakeLease): void {
    if (lease.worker !== this.#lease.worker) {
      // Ids keep growing, unless ids made before the clock was set back are too far ahead.
      const isFarAhead = this.#ms - lease.from > MAX_AHEAD_MS
      this.#ms = isFarAhead ? lease.from : Math.max(this.#ms, lease.from)
      this.#sequence = SEQUENCE_COUNT
    }
    this.#lease = lease
  }

  /** The latest millisecond that an id of this generator may carry; may be ahead of the clock. */
  get usedUntil(): number {
    return Math.max(this.#ms, this.#clock.now())
  }

  /** True when ids are too far ahead of `now`, so that another worker number is needed. */
  isFarAheadOf(now: number): boolean {
    return this.#msAt(now) - now > MAX_AHEAD_MS
  }

  /** The state of the generator, for {@link rewind}. */
  get mark(): SnowflakeMark {
    return { lease: this.#lease, ms: this.#ms, sequence: this.#sequence }
  }

  /** Makes the same ids again as after the mark. Use it only for data from which all later ids have been removed. */
  rewind({ lease, ms, sequence }: SnowflakeMark): void {
    this.#lease = lease
    this.#ms = ms
    this.#sequence = sequence
  }

  get worker(): number {
    return this.#lease.worker
  }
}
