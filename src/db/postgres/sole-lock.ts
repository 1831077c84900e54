/**
 * A lock of the database that every process of one kind holds shared, and one that is alone holds for itself besides
 * (decisions 0030).
 *
 *   share ─▶ look: is the whole lock free? ─▶ alone ─▶ makeRoom: shared like everybody
 *
 * It is an advisory lock of a session, so PostgreSQL takes it back when the session ends, however it ends.
 *
 * Invariant: being alone is believed no longer than {@link TRUST_MS} after the session was last known to live, and nobody
 * else ends that session before {@link GIVE_UP_MS}: a process that was stopped and goes on believes nothing any more.
 */
import { type Clock, systemClock } from '../../lib/clock.ts'
import { StoreBusy } from '../errors.ts'
import { isLockTimeout, storeError } from './errors.ts'
import type { Link } from './link.ts'

/** Milliseconds for which an answer of the session is believed, from when it was asked. */
export const TRUST_MS = 5_000

/** Milliseconds after which the session of somebody who makes no room is ended. */
const GIVE_UP_MS = 10_000

/** Milliseconds between two rings of somebody who waits. */
const RING_EVERY_MS = 250

/** On which processes ring who wait for somebody to make room; the payload is the name of the lock. */
export const ROOM_CHANNEL = 'aviary_room'

export interface LockDescription {
  readonly name: string
  /** Two numbers, as functions of advisory locks take them. */
  readonly key: readonly [number, number]
  /** Milliseconds that somebody waits for room. */
  readonly patienceMs: number
  /** Whether making room takes no time, so that who makes none in {@link GIVE_UP_MS} is not there any more. */
  readonly isQuick: boolean
}

export class SoleLock {
  readonly #is: LockDescription
  readonly #key: string
  readonly #clock: Pick<Clock, 'monotonic'>
  #link: Link | undefined
  #isAlone = false
  #trustedUntil = Number.NEGATIVE_INFINITY
  #term = 0
  #asking: Promise<boolean> | undefined

  /** @param clock of the machine: other processes live by the same, whatever is moved by hand */
  constructor(description: LockDescription, clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.#is = description
    this.#key = description.key.join(', ')
    this.#clock = clock
  }

  /** While this process is alone, a number that belongs to this time of its being so; otherwise undefined. */
  get term(): number | undefined {
    return this.#holdsAll() && this.#clock.monotonic() < this.#trustedUntil ? this.#term : undefined
  }

  /** Whether this process is alone, to be asked when {@link term} does not say so for sure. */
  async confirm(): Promise<boolean> {
    return this.#holdsAll() && (await this.ask())
  }

  /**
   * Takes a share in a session, which from now on is the one that counts.
   * @throws {StoreBusy} when somebody who is alone makes no room in time
   */
  async share(link: Link): Promise<void> {
    this.#isAlone = false
    this.#link = undefined
    const isShared = await isTrue(link, `select pg_try_advisory_lock_shared(${this.#key}) as is`)
    if (!isShared) await this.#waitForRoom(link)
    this.#link = link
  }

  /**
   * Becomes alone, if nobody else is there; whether it is.
   * @param prepare done while others are kept out, as all that comes after; says whether they are to be
   */
  async look(prepare: () => Promise<boolean> = async () => true): Promise<boolean> {
    const link = this.#link
    if (link === undefined || link.lost || this.#isAlone) return this.#holdsAll()
    const asked = this.#clock.monotonic()
    if (!(await isTrue(link, `select pg_try_advisory_lock(${this.#key}) as is`))) return false
    this.#trustedUntil = asked + TRUST_MS
    this.#term += 1
    this.#isAlone = true
    let isReady = false
    try {
      isReady = await prepare()
    } finally {
      if (!isReady) await this.#giveBack(link)
    }
    return isReady && this.#link === link && this.#holdsAll()
  }

  /**
   * Shares with others again. @param leave done before they are let in, and before this process ceases to be alone; when
   * it throws, nobody is let in
   */
  async makeRoom(leave: () => Promise<void> = async () => undefined): Promise<void> {
    const link = this.#link
    if (link === undefined || !this.#holdsAll()) return
    await leave()
    await this.#giveBack(link)
  }

  /** Asks whether the session lives, and with it the lock. */
  ask(): Promise<boolean> {
    this.#asking ??= this.#askNow().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  #holdsAll(): boolean {
    return this.#isAlone && this.#link?.lost === false
  }

  async #askNow(): Promise<boolean> {
    const link = this.#link
    if (link === undefined || !this.#holdsAll()) return false
    const asked = this.#clock.monotonic()
    // An error that the server tells is an answer, too.
    await link.use((sql) => sql.unsafe('select 1')).catch(() => undefined)
    if (this.#link !== link || !this.#holdsAll()) return false
    this.#trustedUntil = asked + TRUST_MS
    return true
  }

  async #giveBack(link: Link): Promise<void> {
    if (this.#link === link) this.#isAlone = false
    if (!link.lost) await isTrue(link, `select pg_advisory_unlock(${this.#key}) as is`)
  }

  async #waitForRoom(link: Link): Promise<void> {
    const { name, patienceMs, isQuick } = this.#is
    const began = this.#clock.monotonic()
    let isRid = !isQuick
    for (;;) {
      const waited = this.#clock.monotonic() - began
      if (waited > patienceMs) {
        throw new StoreBusy(
          `another server on this database does not answer; stop it, or see what keeps it busy (${name})`,
        )
      }
      if (!isRid && waited > GIVE_UP_MS) {
        isRid = true
        await isTrue(link, this.#riddance())
      }
      if (await this.#waitOnce(link)) return
    }
  }

  async #waitOnce(link: Link): Promise<boolean> {
    const wait = `begin; set local lock_timeout = ${RING_EVERY_MS};
      select pg_advisory_lock_shared(${this.#key}); commit`
    try {
      await link.use((sql) => sql.unsafe(`notify ${ROOM_CHANNEL}, '${this.#is.name}'`))
      await link.use((sql) => sql.unsafe(wait))
      return true
    } catch (error) {
      if (!isLockTimeout(error)) throw storeError(error)
      await link.use((sql) => sql.unsafe('rollback'))
      return false
    }
  }

  /** Ends the session of the one who is alone. */
  #riddance(): string {
    const [classid, objid] = this.#is.key
    return `select bool_and(pg_terminate_backend(pid)) as is from pg_locks
      where locktype = 'advisory' and classid = ${classid} and objid = ${objid} and objsubid = 2
        and mode = 'ExclusiveLock' and granted
        and database = (select oid from pg_database where datname = current_database())`
  }
}

async function isTrue(link: Link, text: string): Promise<boolean> {
  try {
    const [row] = await link.use((sql) => sql.unsafe(text))
    return row?.['is'] === true
  } catch (error) {
    throw storeError(error)
  }
}
