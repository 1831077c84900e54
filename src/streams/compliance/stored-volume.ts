/**
 * Stores the numbers of messages of the compliance stream once a minute, and reads them when the process starts. A
 * crash loses at most the counts of one minute. A normal stop loses no count.
 */
import { addVolume, readVolume, type VolumeEntry } from '../../domain/compliance/volume-hours.ts'
import type { Context } from '../../domain/context.ts'
import { MESSAGE_NAMES } from '../../formats/compliance/message-names.ts'
import type { Logger } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { PARTITIONS } from '../../log/partition.ts'
import type { Messages, WatchedMessage } from './messages.ts'

const STORE_EVERY_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Maximum messages whose counts wait to be stored. Further messages are counted only in memory. This happens while
 * the database is not writable.
 */
export const MAX_WAITING = 100_000

/** Number of waiting messages from which on the counts are stored before the minute ends. */
const FULL = 20_000

export interface StoredVolumeParts {
  readonly store: Context['store']
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
}

export class StoredVolume {
  readonly #parts: StoredVolumeParts
  readonly #messages: Messages
  readonly #stops: readonly (() => void)[]
  #waiting: VolumeEntry[] = []
  #position = 0n
  #isFirst = true
  #storing: Promise<void> = Promise.resolve()
  #isStoring = false

  /** Reads the stored numbers into `messages`, and begins to store the numbers of later messages. */
  static async open(parts: StoredVolumeParts, messages: Messages): Promise<StoredVolume> {
    const { store, clock } = parts
    const { volume } = messages
    const from = { hours: volume.oldest('hour') / HOUR_MS, days: volume.oldest('day') / DAY_MS }
    const { hours, days, since } = await readVolume(store, from)
    for (const [unit, ms, counts] of [['hour', HOUR_MS, hours] as const, ['day', DAY_MS, days] as const]) {
      for (const { at, partition, name, messages: count } of counts) {
        const known = MESSAGE_NAMES.find((each) => each === name)
        if (known !== undefined) volume.restore(unit, { at: at * ms, partition, name: known, count })
      }
    }
    if (since !== undefined) messages.storedSince = Math.max(since, clock.now() - volume.lengthOf('day'))
    return new StoredVolume(parts, messages)
  }

  private constructor(parts: StoredVolumeParts, messages: Messages) {
    this.#parts = parts
    this.#messages = messages
    this.#stops = [
      messages.watch((message) => this.#add(message)),
      parts.clock.every(STORE_EVERY_MS, () => this.#storeSoon()),
    ]
  }

  /**
   * Stores the waiting counts. If the store fails, the next call stores these counts. @throws the error of the store
   */
  store(): Promise<void> {
    // If a previous call failed, it has reported the error to its caller. This call also stores the counts of the
    // failed call.
    this.#storing = this.#storing.catch(() => undefined).then(() => this.#store())
    return this.#storing
  }

  /** Stores the last counts and stops. Call this method after the last message. Never rejects. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop()
    if (this.#waiting.length > 0) await this.store().catch((error: unknown) => this.#warn(error))
    await this.#storing.catch(() => undefined) // The caller of `store` has received the error.
  }

  #add({ position, at, partition, name }: WatchedMessage): void {
    this.#position = position
    const hour = Math.floor(Math.min(at, this.#parts.clock.now()) / HOUR_MS)
    const [first, last] = partition === undefined ? [1, PARTITIONS] : [partition, partition]
    for (let each = first; each <= last && this.#waiting.length < MAX_WAITING; each += 1) {
      this.#waiting.push({ position, hour, partition: each, name })
    }
    if (this.#waiting.length >= FULL && !this.#isStoring) this.#storeSoon()
  }

  #storeSoon(): void {
    this.store().catch((error: unknown) => this.#warn(error))
  }

  async #store(): Promise<void> {
    const entries = this.#waiting
    if (entries.length === 0 && !this.#isFirst) return
    const { store, clock } = this.#parts
    const [position, since] = [this.#position, this.#messages.since]
    this.#waiting = []
    this.#isStoring = true
    try {
      await addVolume(store, entries, { position, since, hour: Math.floor(clock.now() / HOUR_MS) })
      this.#isFirst = false
    } catch (error) {
      this.#waiting = [...entries, ...this.#waiting].slice(0, MAX_WAITING)
      throw error
    } finally {
      this.#isStoring = false
    }
  }

  #warn(error: unknown): void {
    this.#parts.logger.warn(
      { err: error },
      'numbers of messages of the compliance stream could not be stored; they are stored again in a minute',
    )
  }
}
