/**
 * Where a server on PostgreSQL counts: in the tables that all servers share, or, while it is the only one, in its memory
 * (decisions 0030). What is asked waits while things are moved from the one to the other.
 *
 *   tables ─ enter ─▶ memory ─ leave ─▶ tables
 *      └──── lose ──▶ lost ◀── lose ─┘    the share of the lock is gone: others may count in their memory
 *                      └─ regain ─▶ tables
 *
 * Invariant: nothing is counted in memory while anybody counts elsewhere, and nothing in the tables while somebody counts
 * in memory.
 */
import { StoreUnavailable } from '../db/errors.ts'
import type { Presence, Tenant } from '../db/postgres/presence.ts'

/** What is moved. */
export interface Movable {
  /** Takes into memory what there is much of, while counting goes on in the tables; whether there is room for all. */
  load(): Promise<boolean>
  /** Takes the rest; nothing is counted meanwhile. From here on the tables are out of date. */
  take(): Promise<void>
  /** Tells the tables what there is much of, while counting goes on in memory. */
  store(): Promise<void>
  /** Tells the rest; nothing is counted meanwhile. From here on the tables are right. @throws while they are not */
  finish(): Promise<void>
  /** Tells the tables everything that is known, whatever others have told them; nobody counts in memory. */
  salvage(): Promise<void>
  /** Forgets what is in memory. */
  clear(): void
}

type Place = 'tables' | 'memory' | 'moving' | 'lost'

export class Custody implements Tenant {
  readonly #presence: Pick<Presence, 'countsAlone' | 'confirm' | 'held'>
  readonly #movable: Movable
  #place: Place = 'lost'
  #losses = 0
  /** What is asked of the tables at the moment. */
  #running = 0
  #quiet = Promise.withResolvers<void>()
  #moved = Promise.withResolvers<void>()

  constructor(presence: Pick<Presence, 'countsAlone' | 'confirm' | 'held'>, movable: Movable) {
    this.#presence = presence
    this.#movable = movable
  }

  /** Whether what is asked now is answered from memory. */
  get isInMemory(): boolean {
    return this.#place === 'memory' && this.#presence.countsAlone
  }

  /** Whether it is not known where things are, so that whoever asks now waits, or asks in vain. */
  get isLost(): boolean {
    return this.#place === 'lost'
  }

  /** Asks wherever things are. @throws {StoreUnavailable} when that cannot be told; what `inTables` throws */
  run<T>(inMemory: () => T, inTables: () => T | Promise<T>): T | Promise<T> {
    return this.isInMemory ? inMemory() : this.#runWhenFound(inMemory, inTables)
  }

  async enter(): Promise<boolean> {
    if (this.#place !== 'tables') return false
    const losses = this.#losses
    const hasRoom = await this.#movable.load()
    if (losses !== this.#losses) throw lostMeanwhile()
    if (!hasRoom) {
      this.#movable.clear()
      return false
    }
    await this.#move(
      async () => {
        await this.#untilQuiet()
        await this.#movable.take()
      },
      { done: 'memory', failed: 'lost' },
    )
    return true
  }

  async leave(): Promise<void> {
    if (this.#place !== 'memory') return
    const losses = this.#losses
    await this.#movable.store()
    if (losses !== this.#losses) throw lostMeanwhile()
    await this.#move(() => this.#movable.finish(), { done: 'tables', failed: 'memory' })
    this.#movable.clear()
  }

  lose(): void {
    this.#losses += 1
    this.#place = 'lost'
  }

  async regain(): Promise<void> {
    const losses = this.#losses
    await this.#movable.salvage()
    if (losses !== this.#losses) throw lostMeanwhile()
    this.#movable.clear()
    this.#place = 'tables'
  }

  /** Moves things while nothing is asked of them. What is lost meanwhile is not to be found where it was moved to. */
  async #move(work: () => Promise<void>, to: Readonly<Record<'done' | 'failed', Place>>): Promise<void> {
    const losses = this.#losses
    const moved = Promise.withResolvers<void>()
    this.#moved = moved
    this.#place = 'moving'
    try {
      await work()
      if (losses !== this.#losses) throw lostMeanwhile()
      this.#place = to.done
    } catch (error) {
      if (losses === this.#losses) this.#place = to.failed
      throw error
    } finally {
      moved.resolve()
    }
  }

  async #runWhenFound<T>(inMemory: () => T, inTables: () => T | Promise<T>): Promise<T> {
    for (;;) {
      if (this.isInMemory) return inMemory()
      if (this.#place === 'tables') return this.#runInTables(inTables)
      if (this.#place === 'moving') await this.#moved.promise
      else if (this.#place === 'lost') await this.#findAgain()
      // An answer that came late: the lock is held, or it is lost by now.
      else if (!(await this.#presence.confirm()) && this.#place === 'memory') this.lose()
    }
  }

  async #findAgain(): Promise<void> {
    await this.#presence.held()
    // Its session is being ended: whoever asks next waits for a new one.
    if (this.#place === 'lost') throw new StoreUnavailable('counters are being told to PostgreSQL again')
  }

  async #runInTables<T>(inTables: () => T | Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await inTables()
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#quiet.resolve()
    }
  }

  async #untilQuiet(): Promise<void> {
    while (this.#running > 0) {
      this.#quiet = Promise.withResolvers()
      await this.#quiet.promise
    }
  }
}

function lostMeanwhile(): StoreUnavailable {
  return new StoreUnavailable('the connection to PostgreSQL was lost while counters were being moved')
}
