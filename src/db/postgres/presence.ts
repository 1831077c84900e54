/**
 * Whether this process is alone on its database, so that it need not ask what others have done (decisions 0030).
 *
 *   log       everyone who writes holds it in the session in which it writes
 *   counters  every server holds it, in the session in which it listens for others who want room
 *
 * Invariant: nobody appends without a share of the log's lock in that very session. So when somebody is alone, whatever
 * others have appended is committed, also by a process that was killed in the middle of it.
 */
import { type Clock, systemClock } from '../../lib/time/clock.ts'
import { StoreUnavailable } from '../errors.ts'
import { storeError } from './errors.ts'
import { Link } from './link.ts'
import { ROOM_CHANNEL, SoleLock } from './sole-lock.ts'

/** What may be done by one process alone with what several count together. */
export interface Tenant {
  /** Takes over what the database knows; nobody else is there. Whether it did */
  enter(): Promise<boolean>
  /** Gives everything back to the database; others wait for that. @throws when it could not, and nothing has changed */
  leave(): Promise<void>
  /** Others may be there already, and were told nothing. */
  lose(): void
  /** Tells the database what is known since {@link lose}: its share is held again. */
  regain(): Promise<void>
}

/** Milliseconds until a lost session is tried again, between two looks, and between two questions. */
const AGAIN_MS = 250
const LOOK_EVERY_MS = 5_000
const ASK_EVERY_MS = 1_000

/** Of all keys of advisory locks these are Aviary's: the first half is `Avia` in ASCII. */
const AVIARY = 0x41766961

export class Presence {
  readonly #url: string
  readonly #clock: Clock
  readonly #log: SoleLock
  readonly #counters: SoleLock
  #tenant: Tenant | undefined
  #link: Link | undefined
  #opening: Promise<void> | undefined
  /** Changes of a lock come one after the other; the log's wait for no counters that are being moved. */
  readonly #changing = new Map<SoleLock, Promise<void>>()
  readonly #stops: (() => void)[] = []
  #isClosed = false

  constructor(url: string, clock = systemClock) {
    this.#url = url
    this.#clock = clock
    this.#log = new SoleLock({ name: 'log', key: [AVIARY, 1], patienceMs: 15_000 }, clock)
    this.#counters = new SoleLock({ name: 'counters', key: [AVIARY, 2], patienceMs: 60_000 }, clock)
  }

  /**
   * While this process is the only one that appends, a number that belongs to this time of its being so; otherwise
   * undefined. Whoever has asked the database once within a term knows everything by the events of this process.
   */
  get term(): number | undefined {
    return this.#log.term
  }

  /** Whether only this process counts, as far as is known without asking. */
  get countsAlone(): boolean {
    return this.#counters.term !== undefined
  }

  /** Whether only this process counts. */
  confirm(): Promise<boolean> {
    return this.#counters.ask()
  }

  /** Lets a session append. @throws {StoreBusy} when somebody who is alone makes no room */
  admit(link: Link): Promise<void> {
    return this.#log.share(link)
  }

  /**
   * Makes this process one that counts, and from now on alone whenever nobody else is there.
   * @throws {StoreBusy} when somebody who is alone makes no room; {@link StoreUnavailable}
   */
  async begin(tenant: Tenant): Promise<void> {
    this.#tenant = tenant
    try {
      await this.held()
    } catch (error) {
      await this.end()
      throw error
    }
    this.#stops.push(
      this.#clock.every(LOOK_EVERY_MS, () => this.#look()),
      this.#clock.every(ASK_EVERY_MS, () => {
        // Ending a silent session may fail; then it is asked again.
        for (const lock of [this.#log, this.#counters]) lock.ask().catch(() => undefined)
      }),
    )
    this.#look()
  }

  /** Returns when this process holds its share of the counters. @throws {StoreUnavailable}; {@link StoreBusy} */
  held(): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('the store is closed'))
    if (this.#link?.lost === false) return this.#opening ?? Promise.resolve()
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Gives back what only this process knows, and lets others in. */
  async end(): Promise<void> {
    this.#isClosed = true
    for (const stop of this.#stops.splice(0)) stop()
    await this.#makeRoom()
    await this.#link?.close()
  }

  async #open(): Promise<void> {
    const onNotify = (name: string) => void this.#makeRoom(name)
    const link = new Link({ url: this.#url, name: 'aviary presence', onNotify }, () => this.#lost(link))
    this.#link = link
    try {
      await link.use((sql) => sql.unsafe(`listen ${ROOM_CHANNEL}`))
      await this.#counters.share(link)
      await this.#tenant?.regain()
    } catch (error) {
      await link.close()
      throw storeError(error)
    }
  }

  #lost(link: Link): void {
    if (this.#link !== link) return
    this.#link = undefined
    this.#tenant?.lose()
    if (this.#isClosed) return
    // Nobody who wants room would be heard.
    void this.#makeRoom('log')
    const again = () => {
      if (this.#isClosed || this.#link !== undefined) return
      // One that fails is lost again.
      this.held().then(
        () => this.#look(),
        () => undefined,
      )
    }
    this.#clock.after(AGAIN_MS, again)
  }

  #look(): void {
    const isHeard = () => !this.#isClosed && this.#link?.lost === false
    void this.#change(this.#log, async () => void (isHeard() && (await this.#log.look())))
    void this.#change(this.#counters, async () => {
      if (isHeard()) await this.#lookForCounters()
    })
  }

  /** When taking over fails nobody knows what the database was told: it is told again, by a new session. */
  async #lookForCounters(): Promise<void> {
    const link = this.#link
    try {
      await this.#counters.look(async () => (await this.#tenant?.enter()) ?? false)
    } catch (error) {
      await link?.close()
      throw error
    }
  }

  /** @param name of the lock, or else both */
  async #makeRoom(name?: string): Promise<void> {
    await Promise.all([
      name !== 'counters' && this.#change(this.#log, () => this.#log.makeRoom()),
      name !== 'log' &&
        this.#change(this.#counters, () => this.#counters.makeRoom(async () => this.#tenant?.leave())),
    ])
  }

  /** Never rejects: whoever is refused by the database looks again, and whoever is kept waiting rings again. */
  #change(lock: SoleLock, work: () => Promise<void>): Promise<void> {
    // As above.
    const changed = (this.#changing.get(lock) ?? Promise.resolve()).then(work).catch(() => undefined)
    this.#changing.set(lock, changed)
    return changed
  }
}
