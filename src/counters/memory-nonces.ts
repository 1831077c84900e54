/**
 * Used nonces in the memory of one process: 64-bit keyed fingerprints in buckets of ten seconds.
 *
 * No repeated nonce is accepted. A fingerprint is looked up in the bucket of its timestamp. A bucket is dropped when it
 * has left the time window, or when the store is full. From then on every timestamp up to the end of that bucket is
 * refused, even if the clock is set back. After a leap of the clock, buckets are kept for ten more minutes, so that no
 * request is refused when the clock is corrected. Two different nonces have the same fingerprint once in 2^64 cases.
 * The second nonce is then refused, which is the safe error.
 */
import { crc32 } from 'node:zlib'
import { FingerprintSet } from '../auth/oauth1/nonce-table.ts'
import { type NonceStore, type NonceVerdict, TIMESTAMP_WINDOW_SECONDS } from '../auth/oauth1/nonces.ts'
import { FINGERPRINT_KEY_BYTES, Fingerprinter, type NonceUse } from '../lib/nonce-fingerprint.ts'
import type { Clock, Random } from '../lib/time/clock.ts'

/**
 * Default capacity. It takes at most 350 MB, and is enough for 50,000 signed requests per second over the whole window.
 */
export const DEFAULT_NONCE_CAPACITY = 16_000_000

export interface MemoryNonceOptions {
  readonly clock: Clock
  readonly random: Random
  /** Maximum nonces in memory, 1 or more; default: {@link DEFAULT_NONCE_CAPACITY}. */
  readonly capacity?: number
}

const BUCKET_SECONDS = 10

/**
 * If more than this number of buckets leave the window between two calls, the store assumes a leap: either the clock
 * was set forward, or there was no call for a minute.
 */
const LEAP_BUCKETS = 6

/**
 * After a leap, no bucket is dropped for a time of this many buckets. This time is twice the window. If the clock is
 * corrected within this time, timestamps of these buckets are valid again.
 */
const LEAP_GRACE_BUCKETS = (2 * TIMESTAMP_WINDOW_SECONDS) / BUCKET_SECONDS

// A snapshot has the magic text, the key, the first accepted timestamp, the buckets, and the CRC-32 of all these bytes.
// A bucket has its number, its count and its fingerprints (high, low). Numbers are little-endian.
const MAGIC = Buffer.from('AVNONCE2')
const HEAD_BYTES = MAGIC.length + FINGERPRINT_KEY_BYTES + 8
const BUCKET_HEAD_BYTES = 8 + 4
const FINGERPRINT_BYTES = 8
const CRC_BYTES = 4

export class MemoryNonceStore implements NonceStore {
  readonly #clock: Clock
  readonly #capacity: number
  readonly #fingerprinter: Fingerprinter
  readonly #buckets = new Map<number, FingerprintSet>()
  #size = 0
  #refusedBefore = 0
  #firstBucket = Number.POSITIVE_INFINITY
  #keepUntil = Number.NEGATIVE_INFINITY

  constructor({ clock, random, capacity = DEFAULT_NONCE_CAPACITY }: MemoryNonceOptions) {
    this.#clock = clock
    this.#capacity = capacity
    this.#fingerprinter = new Fingerprinter(random(FINGERPRINT_KEY_BYTES))
  }

  /** Nonces in memory. */
  get size(): number {
    this.#dropExpired(this.#seconds())
    return this.#size
  }

  /** Bytes of the arrays of fingerprints. */
  get bytes(): number {
    this.#dropExpired(this.#seconds())
    let bytes = 0
    for (const set of this.#buckets.values()) bytes += set.bytes
    return bytes
  }

  /** The earliest timestamp that is accepted now, in Unix seconds. */
  get oldestAcceptedTimestamp(): number {
    return this.#oldestAccepted(this.#seconds())
  }

  /** As {@link NonceStore.check}, but synchronous. Above the capacity, the oldest bucket is dropped. */
  check(use: NonceUse): NonceVerdict {
    const now = this.#seconds()
    this.#dropExpired(now)
    if (use.timestamp > now + TIMESTAMP_WINDOW_SECONDS) return 'too-new'
    if (!(use.timestamp >= this.#oldestAccepted(now))) return 'too-old'
    this.#fingerprinter.take(use)
    const { low, high } = this.#fingerprinter
    if (!this.#add(bucketOf(use.timestamp), high, low)) return 'repeated'
    return use.timestamp >= this.#refusedBefore ? 'fresh' : 'too-old'
  }

  /** Adds a nonce that was used before a restart. @param timestamp timestamp of the use, in Unix seconds */
  remember(timestamp: number, high: number, low: number): void {
    if (timestamp >= this.oldestAcceptedTimestamp) this.#add(bucketOf(timestamp), high, low)
  }

  /**
   * Refuses every timestamp before `timestamp` (Unix seconds) from now on; a lower value has no effect.
   *
   * Used when the server starts without a snapshot. If `timestamp` is the time of the start, a nonce can be accepted
   * twice only if its timestamp was ahead of the server's clock. If `timestamp` is that time plus
   * {@link TIMESTAMP_WINDOW_SECONDS}, no nonce is accepted twice, but clients with a correct clock are refused for five
   * minutes.
   */
  refuseBefore(timestamp: number): void {
    this.#refusedBefore = Math.max(this.#refusedBefore, timestamp)
    for (const bucket of this.#buckets.keys()) {
      if (this.#isGivenUp(bucket)) this.#drop(bucket)
    }
  }

  /**
   * Serializes the store at a clean stop, for {@link MemoryNonceStore.fromBytes}. A nonce takes 8 bytes. The snapshot
   * contains the fingerprint key. With that key an attacker could make nonces collide, but could not sign requests. Use
   * a snapshot once, because it does not contain nonces that are accepted later.
   */
  toBytes(): Buffer {
    this.#dropExpired(this.#seconds())
    const bytes = Buffer.alloc(
      HEAD_BYTES + this.#buckets.size * BUCKET_HEAD_BYTES + this.#size * FINGERPRINT_BYTES + CRC_BYTES,
    )
    let at = MAGIC.copy(bytes)
    bytes.set(this.#fingerprinter.key, at)
    at += FINGERPRINT_KEY_BYTES
    at = bytes.writeDoubleLE(this.#refusedBefore, at)
    for (const [bucket, set] of this.#buckets) {
      at = bytes.writeDoubleLE(bucket, at)
      at = bytes.writeUInt32LE(set.size, at)
      set.forEach((high, low) => {
        at = bytes.writeUInt32LE(low, bytes.writeUInt32LE(high, at))
      })
    }
    bytes.writeUInt32LE(crc32(bytes.subarray(0, at)), at)
    return bytes
  }

  /**
   * Restores a store that {@link MemoryNonceStore.toBytes} saved. Returns undefined for incomplete or corrupt bytes;
   * then use a new store and {@link MemoryNonceStore.refuseBefore}. If the capacity is smaller than before, old buckets
   * are dropped.
   */
  static fromBytes(bytes: Uint8Array, options: MemoryNonceOptions): MemoryNonceStore | undefined {
    const saved = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const end = saved.length - CRC_BYTES
    if (end < HEAD_BYTES || !saved.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
    if (crc32(saved.subarray(0, end)) !== saved.readUInt32LE(end)) return undefined
    const key = saved.subarray(MAGIC.length, MAGIC.length + FINGERPRINT_KEY_BYTES)
    const store = new MemoryNonceStore({ ...options, random: () => key })
    store.#refusedBefore = saved.readDoubleLE(MAGIC.length + FINGERPRINT_KEY_BYTES)
    for (let at = HEAD_BYTES; at < end; ) {
      const bucket = saved.readDoubleLE(at)
      const last = at + BUCKET_HEAD_BYTES + saved.readUInt32LE(at + 8) * FINGERPRINT_BYTES
      if (last > end) return undefined
      for (at += BUCKET_HEAD_BYTES; at < last && !store.#isGivenUp(bucket); at += FINGERPRINT_BYTES) {
        store.#add(bucket, saved.readUInt32LE(at), saved.readUInt32LE(at + 4))
      }
      at = last
    }
    return store
  }

  #seconds(): number {
    return Math.floor(this.#clock.now() / 1000)
  }

  #oldestAccepted(now: number): number {
    return Math.max(now - TIMESTAMP_WINDOW_SECONDS, this.#refusedBefore)
  }

  #add(bucket: number, high: number, low: number): boolean {
    let set = this.#buckets.get(bucket)
    if (set === undefined) {
      set = new FingerprintSet()
      this.#buckets.set(bucket, set)
    }
    if (!set.add(high, low)) return false
    this.#size += 1
    if (this.#size > this.#capacity) this.#drop(Math.min(...this.#buckets.keys()))
    return true
  }

  #isGivenUp(bucket: number): boolean {
    return (bucket + 1) * BUCKET_SECONDS <= this.#refusedBefore
  }

  #drop(bucket: number): void {
    this.#size -= this.#buckets.get(bucket)?.size ?? 0
    this.#buckets.delete(bucket)
    this.#refusedBefore = Math.max(this.#refusedBefore, (bucket + 1) * BUCKET_SECONDS)
  }

  /** Drops the buckets that left the window, except after a leap of the clock. */
  #dropExpired(now: number): void {
    const first = bucketOf(now - TIMESTAMP_WINDOW_SECONDS)
    if (first === this.#firstBucket) return
    const keepUntil = first - this.#firstBucket > LEAP_BUCKETS ? Number.POSITIVE_INFINITY : this.#keepUntil
    this.#keepUntil = Math.min(keepUntil, first + LEAP_GRACE_BUCKETS)
    this.#firstBucket = first
    if (first < this.#keepUntil) return
    for (const bucket of this.#buckets.keys()) {
      if (bucket < first) this.#drop(bucket)
    }
  }
}

function bucketOf(timestamp: number): number {
  return Math.floor(timestamp / BUCKET_SECONDS)
}
