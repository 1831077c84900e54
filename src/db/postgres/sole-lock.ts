/**
 * A lock of the database that every process of one kind holds shared, and one that is alone holds for itself besides
 * (decisions 0030).
 *
 *   share ─▶ look: is the whole lock free? ─▶ alone ─▶ makeRoom: shared like everybody
 *
 * It is an advisory lock of a session, so PostgreSQL takes it back when the session ends, however it ends.
 *
 * Invariant: being alone is believed no longer than {@link TRUST_MS} after the session was last known to live, and nobody
 * else ends that session before it was silent for {@link GIVE_UP_MS}: a process that was stopped and goes on believes
 * nothing any more.
 */
import { type Clock, systemClock } from '../../lib/time/clock.ts'
import { StoreBusy } from '../errors.ts'
import type { Link } from './link.ts'
import { isTrue, lockedWithin, told } from './statements.ts'

/** Milliseconds for which an answer of the session is believed, from when it was asked. */
export const TRUST_MS = 5_000

/** Milliseconds in which whoever holds all of a lock shows some life; otherwise those who wait end its session. */
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
}

/** A moment by both clocks: one of them stands still while the machine sleeps, the other may be set. */
interface Moment {
  readonly since: number
  readonly at: number
}

/** A question whether a session lives. */
interface Asking {
  readonly since: number
  readonly link: Link
  /** Whether this process is alone. */
  readonly answered: Promise<boolean>
}

export class SoleLock {
  readonly #is: LockDescription
  readonly #key: string
  readonly #clock: Pick<Clock, 'monotonic' | 'now'>
  #link: Link | undefined
  #isAlone = false
  /** When the session was asked last of which the answer has come. */
  #lived: Moment | undefined
  #term = 0
  #asking: Asking | undefined

  /** @param clock of the machine: other processes live by the same, whatever is moved by hand */
  constructor(description: LockDescription, clock: Pick<Clock, 'monotonic' | 'now'> = systemClock) {
    this.#is = description
    this.#key = description.key.join(', ')
    this.#clock = clock
  }

  /** While this process is alone, a number that belongs to this time of its being so; otherwise undefined. */
  get term(): number | undefined {
    return this.#holdsAll() && this.#isTrusted() ? this.#term : undefined
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
    const asked = this.#moment()
    if (!(await isTrue(link, `select pg_try_advisory_lock(${this.#key}) as is`))) return false
    if (this.#link !== link) return false
    this.#lived = asked
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

  /** Asks whether the session lives, and with it the lock; whether this process is alone. One that is silent is ended. */
  async ask(): Promise<boolean> {
    const link = this.#link
    if (link === undefined) return false
    const asking = this.#asking?.link === link ? this.#asking : this.#begin(link)
    if (this.#clock.monotonic() - asking.since > TRUST_MS) await link.close()
    return asking.answered
  }

  #begin(link: Link): Asking {
    this.#asking = { since: this.#clock.monotonic(), link, answered: this.#askNow(link) }
    return this.#asking
  }

  #moment(): Moment {
    return { since: this.#clock.monotonic(), at: this.#clock.now() }
  }

  #isTrusted(): boolean {
    if (this.#lived === undefined) return false
    const { since, at } = this.#moment()
    return since - this.#lived.since < TRUST_MS && Math.abs(at - this.#lived.at) < TRUST_MS
  }

  #holdsAll(): boolean {
    return this.#isAlone && this.#link?.lost === false
  }

  async #askNow(link: Link): Promise<boolean> {
    const asked = this.#moment()
    // An error that the server tells is an answer, too.
    await link.use((sql) => sql.unsafe('select 1')).catch(() => undefined)
    if (this.#asking?.link === link) this.#asking = undefined
    if (this.#link !== link || link.lost) return false
    this.#lived = asked
    return this.#isAlone
  }

  /** Who could not give it back holds it still. */
  async #giveBack(link: Link): Promise<void> {
    if (this.#link === link) this.#isAlone = false
    try {
      if (!link.lost) await isTrue(link, `select pg_advisory_unlock(${this.#key}) as is`)
    } catch (error) {
      if (this.#link === link && !link.lost) this.#isAlone = true
      throw error
    }
  }

  async #waitForRoom(link: Link): Promise<void> {
    const began = this.#clock.monotonic()
    let holder = { seen: await this.#holder(link), since: began }
    while (!(await this.#waitOnce(link))) {
      const now = this.#clock.monotonic()
      if (now - began > this.#is.patienceMs) {
        throw new StoreBusy(
          `another server on this database does not make room; stop it, or see what keeps it busy (${this.#is.name})`,
        )
      }
      const seen = await this.#holder(link)
      if (seen !== holder.seen) holder = { seen, since: now }
      else if (now - holder.since > GIVE_UP_MS) await isTrue(link, this.#riddance())
    }
  }

  /** Something that changes with every answer that the holder's session gives. */
  async #holder(link: Link): Promise<string> {
    const [row] = await told(
      link,
      `select string_agg(pid || ' ' || state_change, ',') as seen from pg_stat_activity where pid in (${this.#holders()})`,
    )
    return String(row?.['seen'])
  }

  async #waitOnce(link: Link): Promise<boolean> {
    await told(link, `notify ${ROOM_CHANNEL}, '${this.#is.name}'`)
    return lockedWithin(link, RING_EVERY_MS, `select pg_advisory_lock_shared(${this.#key})`)
  }

  /** Ends the session of the one who is alone, unless the database itself keeps it busy. */
  #riddance(): string {
    return `select bool_and(pg_terminate_backend(pid)) as is from pg_stat_activity
      where pid in (${this.#holders()}) and (state <> 'active' or wait_event_type = 'Client')`
  }

  #holders(): string {
    const [classid, objid] = this.#is.key
    return `select pid from pg_locks where locktype = 'advisory' and classid = ${classid} and objid = ${objid}
      and objsubid = 2 and mode = 'ExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`
  }
}
