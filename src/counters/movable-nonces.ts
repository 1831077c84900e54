/** Nonces that can be moved between the memory of a process and the table of all. */

import type { NonceUse, NonceVerdict } from '../auth/oauth1/nonces.ts'
import { type Clock, endOfSecond } from '../lib/time/clock.ts'
import { MemoryNonceStore } from './memory-nonces.ts'
import { fingerprintOf, halvesOf, type PostgresNonceStore, type UsedNonce } from './postgres-nonces.ts'
import { secondOfStart } from './second-of-start.ts'

/** Nonces that are taken into memory; with more in the table, things stay as they are until there are fewer. */
const TAKEN_MOST = 2_000_000

export class MovableNonces {
  readonly #clock: Clock
  readonly #table: PostgresNonceStore
  /** Of the start; later crashes are of now. */
  #formerUntil: number | undefined
  #memory: MemoryNonceStore
  /** Whether memory is told what is used up in the table, because it is being filled from there. */
  #isLoading = false
  /** Whether memory knows what the table does not. */
  #isTaken = false
  /** What was used up in memory while it was being written into the table. */
  #late: UsedNonce[] | undefined

  /** @param formerUntil as {@link secondOfStart} takes it */
  constructor(clock: Clock, table: PostgresNonceStore, formerUntil: number) {
    this.#clock = clock
    this.#table = table
    this.#formerUntil = formerUntil
    this.#memory = this.#empty()
  }

  get memory(): MemoryNonceStore {
    return this.#memory
  }

  check(use: NonceUse): NonceVerdict {
    const verdict = this.#memory.check(use)
    if (verdict === 'fresh') {
      this.#late?.push({ fingerprint: this.#table.fingerprints.latest, second: use.timestamp })
    }
    return verdict
  }

  /** Says that a nonce was used up in the table. */
  notice(use: NonceUse): void {
    if (!this.#isLoading) return
    const { fingerprints } = this.#table
    fingerprints.take(use)
    this.#memory.remember(use.timestamp, fingerprints.high, fingerprints.low)
  }

  /** Fills memory from the table, in which others of this process go on meanwhile; whether all of it fits. */
  async load(): Promise<boolean> {
    if ((await this.#table.count(TAKEN_MOST + 1)) > TAKEN_MOST) return false
    this.#memory = this.#empty()
    this.#isLoading = true
    for await (const page of this.#table.all()) {
      for (const { fingerprint, second } of page) {
        const { high, low } = halvesOf(fingerprint)
        this.#memory.remember(second, high, low)
      }
    }
    return true
  }

  /** From here on only memory knows every nonce. */
  async take(): Promise<void> {
    const known = await this.#table.unmark()
    this.#isLoading = false
    this.#isTaken = true
    this.#memory.refuseBefore(known ?? this.#seconds())
  }

  /** Writes into the table what memory knows. */
  async store(): Promise<void> {
    this.#late = []
    for (const [second, nonces] of this.#memory.bySecond()) {
      const used: UsedNonce[] = []
      nonces.forEach((high, low) => {
        used.push({ fingerprint: fingerprintOf(high, low), second })
      })
      await this.#table.tell(used)
    }
  }

  /** Writes what was used up since {@link store} began; from here on the table knows every nonce, and says so. */
  async finish(): Promise<void> {
    await this.#table.tell(this.#late ?? [])
    try {
      // Not the oldest that is accepted: where the clock is ahead, that would refuse others, and itself when it is corrected.
      await this.#table.mark(this.#memory.knownSince)
    } catch (error) {
      // Memory goes on, so whatever was said is not so any more.
      await this.#table.unmark().catch(() => undefined)
      throw error
    }
  }

  /**
   * Sees to it that the table says since when it knows every nonce, while nobody counts in memory. Where only this process
   * has counted, that is this second: it has told the table all it knows. Otherwise another one, or the database, has
   * crashed, perhaps in this very second, so that it is the next one, which is waited for: clients that sign by a true
   * clock are not refused, and take that for good if they are.
   */
  async mark(): Promise<void> {
    if (this.#isTaken || (await this.#table.isMarked())) {
      await this.#table.mark(this.#seconds())
    } else {
      const formerUntil = this.#formerUntil ?? Number.POSITIVE_INFINITY
      await endOfSecond()
      await this.#table.mark(secondOfStart(this.#clock, formerUntil))
    }
    // From here on this process uses up nonces itself: a crash of the database loses those until then.
    this.#formerUntil = undefined
  }

  clear(): void {
    this.#memory = this.#empty()
    this.#isLoading = false
    this.#isTaken = false
    this.#late = undefined
  }

  #seconds(): number {
    return Math.floor(this.#clock.now() / 1000)
  }

  #empty(): MemoryNonceStore {
    const { fingerprints } = this.#table
    return new MemoryNonceStore({
      clock: this.#clock,
      random: () => Buffer.from(fingerprints.key),
      fingerprints,
    })
  }
}
