/**
 * Places of which there is one in the whole database, such as that of an app on a stream (decisions 0032): each is an
 * advisory lock of one session of this process, so PostgreSQL gives it back whatever becomes of the process.
 *
 *   take ─▶ held ─▶ give
 *             ▲ ╲
 *   session ends ─▶ a new session takes what is held ─▶ lost, where another process was faster
 *
 * The session is opened with the first place. Nothing is asked while a place is held.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '../../lib/time/clock.ts'
import { StoreUnavailable } from '../errors.ts'
import { Link } from './link.ts'
import { isTrue, lockedWithin, told } from './statements.ts'

/** Milliseconds until a lost session is tried again. */
const AGAIN_MS = 250

/** Milliseconds that a place is waited for which was held before: a session that was ended gives its own back in a few. */
const PATIENCE_MS = 1_000

/** A machine that vanishes says nothing. PostgreSQL asks after 10 s, and gives up 15 s later. */
const KEEP_ALIVE = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
}

const THIS_SESSION = `select pid || ' ' || backend_start as session from pg_stat_activity where pid = pg_backend_pid()`

export class Places {
  readonly #url: string
  readonly #clock: Pick<Clock, 'after'>
  /** What is done when a place is lost, by its name. */
  readonly #held = new Map<string, () => void>()
  #link: Link | undefined
  #opening: Promise<Link> | undefined
  /** The session that was opened last, as PostgreSQL knows it. */
  #session: string | undefined
  #isClosed = false

  constructor(url: string, clock: Pick<Clock, 'after'>) {
    this.#url = url
    this.#clock = clock
  }

  /**
   * Takes a place that this process does not hold.
   * @param onLost called when the session had ended and another process has the place now
   * @returns false when another process has it
   * @throws {StoreUnavailable}
   */
  async take(name: string, onLost: () => void): Promise<boolean> {
    const link = await this.#open()
    if (!(await isTrue(link, `select pg_try_advisory_lock(${keyOf(name)}) as is`))) return false
    if (link.lost) throw new StoreUnavailable('the session that took a place was lost')
    this.#held.set(name, onLost)
    return true
  }

  /** Gives a place back; nothing happens for one that is not held. Whoever takes it from here on comes after. */
  give(name: string): void {
    const link = this.#link
    if (!this.#held.delete(name) || link === undefined || link.lost) return
    // A session that cannot be told is ended, and with it what it holds.
    isTrue(link, unlock(name)).catch(() => link.close())
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#held.clear()
    await this.#link?.close()
  }

  #open(): Promise<Link> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('the store is closed'))
    if (this.#opening === undefined && this.#link?.lost === false) return Promise.resolve(this.#link)
    this.#opening ??= this.#openNow().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #openNow(): Promise<Link> {
    const options = { url: this.#url, name: 'aviary places', session: KEEP_ALIVE }
    const link = new Link(options, () => this.#lost(link))
    this.#link = link
    try {
      // PostgreSQL may not have noticed yet that it is gone, and would keep its places from this one.
      if (this.#session !== undefined) await told(link, riddance(this.#session))
      this.#session = String((await told(link, THIS_SESSION))[0]?.['session'])
      await this.#takeAgain(link)
      return link
    } catch (error) {
      await link.close()
      throw error
    }
  }

  #lost(link: Link): void {
    if (this.#link !== link) return
    this.#link = undefined
    this.#clock.after(AGAIN_MS, () => {
      if (this.#isClosed || this.#link !== undefined) return
      // With nothing held, too: of what was given back meanwhile a session that PostgreSQL takes for alive was not told.
      if (this.#session === undefined && this.#held.size === 0) return
      // One that fails is lost again.
      this.#open().catch(() => undefined)
    })
  }

  async #takeAgain(link: Link): Promise<void> {
    for (const [name, onLost] of [...this.#held]) {
      const isTaken = this.#held.has(name) && (await waitFor(link, name))
      if (isTaken && !this.#held.has(name)) await isTrue(link, unlock(name))
      if (!isTaken && this.#held.delete(name)) onLost()
    }
  }
}

/** Keys of 64 bits are not those of two halves, which the other locks have. */
function keyOf(name: string): bigint {
  return createHash('sha256').update(`aviary ${name}`).digest().readBigInt64BE()
}

function unlock(name: string): string {
  return `select pg_advisory_unlock(${keyOf(name)}) as is`
}

function riddance(session: string): string {
  return `select pg_terminate_backend(pid) from pg_stat_activity where pid || ' ' || backend_start = '${session}'`
}

/** Whether the place is this session's after a while. */
function waitFor(link: Link, name: string): Promise<boolean> {
  return lockedWithin(link, PATIENCE_MS, `select pg_advisory_lock(${keyOf(name)})`)
}
