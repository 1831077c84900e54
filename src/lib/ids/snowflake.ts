/**
 * 64-bit ids that sort by time (spec/posts.md#ids): 41 bits of milliseconds since
 * 2010-11-04T01:42:54.657Z, 10 bits of worker, 12 bits of sequence.
 */

import { Outage } from '../outage.ts'
import type { Clock } from '../time/clock.ts'

/** Milliseconds since the Unix epoch at which ids begin. */
export const SNOWFLAKE_EPOCH_MS = 1288834974657

export const WORKER_COUNT = 1024
const SEQUENCE_COUNT = 4096

/** The moment an id was made, in milliseconds since the Unix epoch. */
export function snowflakeTime(id: bigint): number {
  return Number(id >> 22n) + SNOWFLAKE_EPOCH_MS
}

/** The smallest id that can have been made at or after `ms` (milliseconds since the Unix epoch); 0 before the epoch. */
export function firstSnowflakeAt(ms: number): bigint {
  return ms <= SNOWFLAKE_EPOCH_MS ? 0n : BigInt(Math.trunc(ms) - SNOWFLAKE_EPOCH_MS) << 22n
}

/**
 * Milliseconds that the time in an id may lie ahead of the clock: after a small step back, or when more ids are made
 * than a millisecond has room for. A larger step back makes the process take another worker number.
 */
export const MAX_AHEAD_MS = 5_000

/**
 * Thrown when a process may not make ids: its lease ran out, or its ids lie further ahead of the clock than
 * {@link MAX_AHEAD_MS}, and no other lease could be had. Answered as 503/130.
 */
export class WorkerLeaseLost extends Outage {
  override readonly name = 'WorkerLeaseLost'
}

export interface SnowflakeLease {
  /** 0 to 1023; no other process holds it before `until`. */
  readonly worker: number
  /** Milliseconds since the Unix epoch when the number was taken; ids up to here may be its last holder's. */
  readonly from: number
  /** Milliseconds since the Unix epoch after which no id may be made. */
  readonly until: number
}

/** Where verbs get their ids from. */
export interface IdSource {
  /** The next id, at once. @throws {WorkerLeaseLost} when the lease must be renewed first */
  next(): bigint
  /** The next id, at once unless the lease must be renewed first. @throws {WorkerLeaseLost}; what the renewal throws */
  make(): bigint | Promise<bigint>
}

/** Renewals that one id waits for, if the clock is moved again during each. */
const MAX_RENEWALS = 3

/**
 * Makes unique ids for a leased worker number: the lease reserves the time from `from` to `until` for ids of that
 * number, whatever the clocks of other processes show.
 *
 * Ids only grow while the clock does. After a step back of up to {@link MAX_AHEAD_MS}, or when more than 4,096 ids are
 * asked for in a millisecond, the generator runs ahead of the clock instead of waiting. After a larger step back its
 * ids carry the corrected time again, under another worker number, and lie below those made before it.
 */
export class Snowflakes implements IdSource {
  readonly #clock: Clock
  readonly #renewLease: () => Promise<void>
  #lease: SnowflakeLease
  #ms: number
  #sequence = SEQUENCE_COUNT

  /** @param renewLease calls {@link renew} with a lease that holds now; without it a lost lease stays lost */
  constructor(clock: Clock, lease: SnowflakeLease, renewLease: () => Promise<void> = async () => undefined) {
    this.#clock = clock
    this.#lease = lease
    this.#renewLease = renewLease
    // Begin in the millisecond after, even when the clock has stepped back since.
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

  /** Sees to it that an id can be made, renewing the lease if need be. @throws as {@link make} */
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

  /** Goes on under a renewed lease of the same worker number, or a fresh one of another. */
  renew(lease: SnowflakeLease): void {
    if (lease.worker !== this.#lease.worker) {
      // Ids go on growing, unless those made before the clock was set back lie too far ahead.
      const isFarAhead = this.#ms - lease.from > MAX_AHEAD_MS
      this.#ms = isFarAhead ? lease.from : Math.max(this.#ms, lease.from)
      this.#sequence = SEQUENCE_COUNT
    }
    this.#lease = lease
  }

  /** The latest millisecond that an id of this generator may carry; the clock's time, or ahead of it. */
  get usedUntil(): number {
    return Math.max(this.#ms, this.#clock.now())
  }

  /** Whether ids lie further ahead of `now` than they may, so that only another worker number can go on. */
  isFarAheadOf(now: number): boolean {
    return this.#msAt(now) - now > MAX_AHEAD_MS
  }

  get worker(): number {
    return this.#lease.worker
  }
}
