/**
 * 64-bit ids that sort by time (spec/followers.md section 3): 41 bits of milliseconds since
 * 2010-11-04T01:42:54.657Z, 10 bits of worker, 12 bits of sequence.
 */
import type { Clock } from './clock.ts'

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

/** Thrown when a process may not make ids: its worker number is not leased, or its lease ran out. */
export class WorkerLeaseLost extends Error {
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

/**
 * Makes ids that only grow, for one leased worker number.
 *
 * When the clock steps back, or more than 4,096 ids are asked for in a millisecond, the generator runs ahead
 * of the clock instead of waiting: ids stay unique and ordered, and the time in them is off by at most that
 * much. It never runs past its lease.
 */
export class Snowflakes {
  readonly #clock: Clock
  #lease: SnowflakeLease
  #ms: number
  #sequence = SEQUENCE_COUNT

  constructor(clock: Clock, lease: SnowflakeLease) {
    this.#clock = clock
    this.#lease = lease
    // Begin in the millisecond after, even when the clock has stepped back since.
    this.#ms = Math.max(clock.now(), lease.from)
  }

  /**
   * The next id.
   * @throws {WorkerLeaseLost} when the lease has run out.
   */
  next(): bigint {
    const now = this.#clock.now()
    if (now > this.#ms) {
      this.#ms = now
      this.#sequence = 0
    } else if (this.#sequence >= SEQUENCE_COUNT) {
      this.#ms += 1
      this.#sequence = 0
    }
    if (this.#ms >= this.#lease.until) {
      throw new WorkerLeaseLost(
        `worker number ${this.#lease.worker} is no longer leased to this process; the database could not be reached for too long`,
      )
    }
    const id =
      (BigInt(this.#ms - SNOWFLAKE_EPOCH_MS) << 22n) | BigInt((this.#lease.worker << 12) | this.#sequence)
    this.#sequence += 1
    return id
  }

  /** Goes on under a renewed lease of the same worker number, or a fresh one of another. */
  renew(lease: SnowflakeLease): void {
    if (lease.worker !== this.#lease.worker) {
      this.#ms = Math.max(this.#ms, lease.from)
      this.#sequence = SEQUENCE_COUNT
    }
    this.#lease = lease
  }

  /** The latest millisecond that an id of this generator may carry; the clock's time, or ahead of it. */
  get usedUntil(): number {
    return Math.max(this.#ms, this.#clock.now())
  }

  get worker(): number {
    return this.#lease.worker
  }
}
